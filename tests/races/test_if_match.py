"""Many who change the same with the tag that all of them saw: exactly one does, and the others are told."""

import pytest

from harness.tagged import KINDS, tagged


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_of_many_with_one_tag_exactly_one_changes_it(client, admin, crowd, kind):
    with tagged(client, admin, kind) as (path, made):
        tag = made.header("ETag")
        for turn in range(4):
            def worker(number, seen=tag, turn=turn):
                return lambda caller: caller.patch(path, {"name": f"{turn}.{number}"}, headers={"If-Match": seen})

            answers = crowd([worker(number) for number in range(12)])
            assert sorted(answer.status for answer in answers) == [200] + [412] * 11
            winner = next(answer for answer in answers if answer.status == 200)
            read = client.call("GET", path, key=admin)
            assert read.json()["name"] == winner.json()["name"]
            tag = winner.header("ETag")
            assert read.header("ETag") == tag


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_a_deletion_and_a_change_with_one_tag_exclude_each_other(client, admin, crowd, kind):
    for _ in range(6):
        with tagged(client, admin, kind) as (path, made):
            headers = {"If-Match": made.header("ETag")}
            gone, changed = crowd([lambda caller: caller.call("DELETE", path, headers=headers),
                                   lambda caller: caller.patch(path, {"name": "Kept"}, headers=headers)])
            assert (gone.status, changed.status) in ((204, 404), (412, 200))
