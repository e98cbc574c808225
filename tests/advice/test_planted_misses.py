"""Misses whose cause was planted land under it; chance is not taken for a cause."""

import numpy as np
import pytest
from advice.misses_planted import FAULTS, Plant, confusion, planted

RIGHT = 0.88  # of the misses of a planted fault; the rest is too near to chance, or has two faults


def shares(table):
    return {fault: {label: count / sum(row.values()) for label, count in row.items()}
            for fault, row in table.items()}  # fmt: skip


def shown(table):
    labels = (*FAULTS, "other")
    lines = [f"{fault:>10}" + "".join(f"{row.get(label, 0):>10}" for label in labels)
             for fault, row in table.items()]  # fmt: skip
    return "\n".join([" " * 10 + "".join(f"{label:>10}" for label in labels), *lines])


def test_every_planted_fault_lands_in_its_class():
    table = confusion(FAULTS, seeds=(0,), n=240)
    told = shares(table)
    assert all(told[fault].get(fault, 0) > RIGHT - 0.1 for fault in FAULTS), shown(table)


@pytest.mark.slow
def test_confusion_over_many_collections():
    table = confusion((*FAULTS, "astray"), seeds=range(10))
    told = shares(table)
    assert all(told[fault][fault] > RIGHT for fault in FAULTS), shown(table)
    assert told["astray"]["other"] > 0.97, shown(table)


@pytest.mark.slow
def test_a_layer_that_is_whole_is_seldom_named():
    """Queries that lead astray at random: each of five layers has a chance of 1 in 21."""
    named = [layer.layer for seed in range(30)
             for layer in planted("astray", seed, 200).explain().layers
             if layer.count and layer.layer != "other"]  # fmt: skip
    assert len(named) < 12, named  # 30 searches, 4 layers that can be named, 1/21 each: 5.7 + 2 sd


def test_one_duplicate_is_one_miss():
    plant = Plant(3, 200)
    plant.crowding(hit=np.array([7]))
    (miss,) = plant.explain().misses
    assert (miss.query_id, miss.layer) == ("q7", "crowding")
    assert miss.neighbours[0].document == "copy-7"
    assert miss.neighbours[0].near_duplicate


def test_one_hub_is_found_and_named_in_the_list():
    found = planted("hub", 1, 240).explain()
    first = next(miss for miss in found.misses if miss.layer == "hub")
    assert (first.neighbours[0].document, first.neighbours[0].is_hub) == ("hub", True)


def test_a_mixture_of_faults_is_taken_apart():
    """Copies, a hub, and wordings that lead astray, each for its own queries."""
    plant = Plant(5, 400)
    copies, drawn, wrong = np.arange(40), np.arange(40, 90), np.arange(100, 140)
    plant.crowding(hit=copies)
    hub = plant.directions()
    plant.queries[drawn] = (plant.queries[drawn] + 1.2 * hub) / 1.5
    plant.add(hub[None], ["hub"], ["ja"])
    other = plant.queries[:400].copy()
    other[wrong] = other[wrong] + 2.5 * plant.directions(len(wrong))
    plant.second(other)
    causes = {f"q{i}": cause for rows, cause in ((copies, "crowding"), (drawn, "hub"))
              for row in rows for i in (row, row + 400)}  # fmt: skip
    causes |= {f"q{row + 400}": "wording" for row in wrong}
    labels = [(causes.get(miss.query_id), miss.layer) for miss in plant.explain().misses]
    right = [cause == layer for cause, layer in labels]
    assert len(labels) > 150
    assert np.mean(right) > 0.88, sorted(labels)
