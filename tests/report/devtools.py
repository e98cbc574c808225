"""Drive headless Chromium over a pipe with the standard library alone."""

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import sys
import time

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-default-apps", "--hide-scrollbars", "--remote-debugging-pipe",
)  # fmt: skip
# Chromium reads commands from descriptor 3 and answers on descriptor 4
LAUNCH = """
import os, sys
for given, wanted in zip(sys.argv[1:3], (3, 4)):
    os.dup2(int(given), wanted)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Browser:
    """One page; ``events`` collects everything the browser reports."""

    def __init__(self, profile):
        self.events = []
        self.numbers = itertools.count(1)
        self.rest = b""
        commands, self.write_end = os.pipe()
        self.read_end, answers = os.pipe()
        # descriptors above 10, so that 3 and 4 are free in the child
        high = _above(10, commands, answers)
        line = [sys.executable, "-c", LAUNCH, *map(str, high), CHROMIUM, *QUIET]
        self.process = subprocess.Popen(  # noqa: S603  # the arguments are those above
            [*line, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=high, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        for end in (commands, answers, *high):
            os.close(end)
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def call(self, method, **params):
        number = next(self.numbers)
        message = {"id": number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.write_end, json.dumps(message).encode() + b"\0")
        answer = self._until(lambda event: event.get("id") == number)
        assert "error" not in answer, answer
        return answer["result"]

    def open(self, address, *, settle=0.4):
        """Load a page, wait until it has settled, and give what was reported meanwhile."""
        self.events.clear()
        self.call("Page.navigate", url=address)
        if not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self._until(lambda event: event.get("method") == "Page.loadEventFired")
        end = time.monotonic() + settle
        while time.monotonic() < end:
            self._read(0.1)
        return list(self.events)

    def value(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        return answer["result"].get("value")

    def look(self, *, width, height=900, dark=False):
        """Set the size of the window and the colour scheme."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.call("Emulation.setDeviceMetricsOverride", **size)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", features=[scheme])

    def picture(self, **clip):
        shot = {"captureBeyondViewport": True, "format": "png"}
        if clip:
            shot["clip"] = {"x": 0, "scale": 1, **clip}
        return base64.b64decode(self.call("Page.captureScreenshot", **shot)["data"])

    def close(self):
        self.session = None
        self.call("Browser.close")
        self.process.wait(timeout=20)
        os.close(self.write_end)
        os.close(self.read_end)

    def _until(self, wanted, seconds=30):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for event in self._read(0.2):
                if wanted(event):
                    return event
        raise TimeoutError("the browser did not answer")

    def _read(self, seconds):
        ready, _, _ = select.select([self.read_end], [], [], seconds)
        if not ready:
            return []
        *whole, self.rest = (self.rest + os.read(self.read_end, 1 << 20)).split(b"\0")
        events = [json.loads(message) for message in whole]
        self.events.extend(events)
        return events


def _above(least, *ends):
    """Duplicate descriptors until they stand above ``least``."""
    import fcntl

    return [fcntl.fcntl(end, fcntl.F_DUPFD, least) for end in ends]
