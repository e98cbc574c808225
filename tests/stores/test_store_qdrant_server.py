"""The way over HTTP, with the real client and a stand-in for the server (``qdrant_server``)."""

import numpy as np
import pytest
import stamina
from stores.qdrant_server import Server, running
from stores.store_engines import a_set, codes, faults_of, in_order_of, mended_of

from monosashi.cli import main
from monosashi.embeddings import DataError, EmbeddingSet, ServiceError
from monosashi.stores import read, write, write_beside

pytest.importorskip("qdrant_client")


@pytest.fixture
def server(monkeypatch):
    monkeypatch.delenv("QDRANT_API_KEY", raising=False)
    stamina.set_testing(True, attempts=4)  # the same number of attempts, without waiting
    with running(Server()) as found:
        yield found
    stamina.set_testing(False)


def address(server, name="pages"):
    return f"qdrant://{server.url}/{name}"


def test_in_and_out_over_http(server):
    data = a_set(unit=False)
    assert write(data, address(server)).already == 0
    found = in_order_of(data, read(address(server)))
    assert np.abs(found.vectors - data.unit().vectors).max() < 1e-6
    assert found.columns["text"].tolist() == data.columns["text"].tolist()
    assert found.model == data.model
    assert "store_unit" in codes(found.notices)
    assert write(data, address(server)).already == data.n


def test_mended_vectors_beside_raw_ones_over_http(server):
    data = a_set()
    write(data, address(server))
    before = {key: point["vector"]["vector"]
              for key, point in server.collections["pages"].points.items()}  # fmt: skip
    mended = mended_of(data)
    write_beside(mended, address(server), raw=data)
    held = server.collections["pages"]
    assert {key: point["vector"]["vector"] for key, point in held.points.items()} == before
    found = in_order_of(data, read(address(server), vectors="vector_mended"))
    assert np.abs(found.vectors - mended.vectors).max() < 1e-6
    assert all(point["payload"]["text"] for point in held.points.values())
    server.calls.clear()
    assert write_beside(mended, address(server), raw=data).already == data.n
    assert {method for method, *_ in server.calls} == {"GET", "POST"}  # nothing was put


def test_an_unnamed_vector_over_http(server):
    server.answer("PUT", "/collections/pages", {"vectors": {"size": 2, "distance": "Dot"}})
    points = [{"id": row, "vector": [float(row), 1.0]} for row in range(5)]
    server.answer("PUT", "/collections/pages/points", {"points": points})
    raw = read(address(server))
    assert raw.ids.tolist() == list("01234")
    assert raw.vectors[:, 0].tolist() == [0, 1, 2, 3, 4]
    mended = EmbeddingSet.from_arrays(raw.vectors[:, ::-1].copy(), ids=raw.ids)
    write_beside(mended, address(server), raw=raw)
    assert (read(address(server), vectors="vector_mended").vectors == mended.vectors).all()
    assert (read(address(server)).vectors == raw.vectors).all()


def test_pages_of_points(server, monkeypatch):
    data = a_set(n=25 * 2)
    write(data, address(server))
    monkeypatch.setattr("monosashi.stores.qdrant.collection.batch_size", lambda *_, **__: 7)
    server.calls.clear()
    assert read(address(server)).n == 50
    asked = [body for _, path, body, _ in server.calls if path.endswith("scroll")]
    assert len(asked) == 8
    assert all(body["with_vector"] == ["vector"] for body in asked)


def test_the_key_comes_from_the_environment_goes_into_a_header_and_is_never_shown(
    server, monkeypatch
):
    server.key = "s3cret"
    with pytest.raises(DataError) as error:
        read(address(server))
    told = str(faults_of(error)["store_key"])
    assert "QDRANT_API_KEY" in told
    assert not isinstance(error.value, ServiceError)
    monkeypatch.setenv("QDRANT_API_KEY", "s3cret")
    data = a_set(4)
    done = write(data, address(server))
    found = read(address(server))
    assert server.calls[-1][3]["api-key"] == "s3cret"
    assert "s3cret" not in f"{done.to_dict()}{found.notices}{found.model}"
    assert not any("s3cret" in path for _, path, _, _ in server.calls)


@pytest.mark.parametrize("status", [500, 503, 429, None])
def test_a_busy_server_is_asked_again(server, status):
    write(a_set(4), address(server))
    server.fail = [status, status]
    assert read(address(server)).n == 4


def test_a_server_that_stays_busy_fails_as_a_service_and_a_rerun_goes_on(server, monkeypatch):
    monkeypatch.setattr("monosashi.stores.qdrant.collection.batch_size", lambda *_, **__: 10)
    data = a_set()
    server.fail = [200] * 6 + [503] * 4  # in the middle of the points
    with pytest.raises(ServiceError) as error:
        write(data, address(server))
    assert "503" in str(faults_of(error)["store_refused"])
    held = len(server.collections["pages"].points)
    assert 0 < held < data.n
    assert write(data, address(server)).already == held


def test_other_refusals_are_not_asked_again(server):
    write(a_set(4), address(server))
    server.fail = [400]
    with pytest.raises(ServiceError) as error:
        read(address(server))
    assert "told to fail" in str(faults_of(error)["store_refused"])
    server.calls.clear()
    server.fail = [400]
    with pytest.raises(ServiceError):
        read(address(server))
    assert len(server.calls) == 1


def test_nobody_there_is_a_failed_service(server, capsys):
    gone = f"qdrant://{server.url.split(':')[0]}:9/pages"
    with pytest.raises(ServiceError) as error:
        read(gone)
    assert gone in str(faults_of(error)["store_silent"])
    assert main(["inspect", gone]) == 5
    assert main(["audit", gone, "--out", "nowhere"]) == 5
    assert "Traceback" not in capsys.readouterr().err


def test_an_older_server_cannot_take_another_named_vector(server):
    server.version = (1, 17)
    data = a_set(4)
    write(data, address(server))
    with pytest.raises(DataError) as error:
        write_beside(mended_of(data), address(server))
    assert "1.18" in str(faults_of(error)["store_too_old"])


def test_a_wrong_collection_lists_those_that_are_there(server):
    write(a_set(4), address(server))
    with pytest.raises(DataError) as error:
        read(address(server, "page"))
    assert '"pages"' in str(faults_of(error)["store_no_collection"])
    write(a_set(4), address(server, "others"))
    with pytest.raises(DataError) as error:
        read(f"qdrant://{server.url}")
    assert "with /others at the end" in str(faults_of(error)["store_which"])


def test_a_name_with_slashes_and_blanks_stays_one_name(server):
    write(a_set(4), f"qdrant://{server.url}/my%20pages")
    write(a_set(4), f"qdrant://{server.url}/a%2Fb")
    assert list(server.collections) == ["my pages", "a/b"]
    assert read(f"qdrant://{server.url}/a%2Fb").n == 4
