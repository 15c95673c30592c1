"""The interface keeps what its own description promises, for requests nobody thought of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

schemathesis = pytest.importorskip("schemathesis")
pytest.importorskip("fastapi")

from caracol.web.settings import Settings  # noqa: E402
from web_server import Running, running  # noqa: E402

pytestmark = [
    pytest.mark.xdist_group("web"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    library = tmp_path_factory.mktemp("schema") / "library.sqlite"
    limits = Settings(
        library=library, most_cells=100, most_seconds=1.0, client_work=50, long_workers=2
    )
    with running(limits) as found:
        yield found


@pytest.fixture
def schema(server: Running) -> Any:
    return schemathesis.openapi.from_url(f"{server.address}/openapi.json")


described = schemathesis.pytest.from_fixture("schema")


@described.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
def test_every_answer_is_one_that_is_described(case: Any) -> None:
    case.call_and_validate(timeout=30)
