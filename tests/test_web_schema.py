"""The interface keeps what its own description promises, for requests nobody thought of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

schemathesis = pytest.importorskip("schemathesis")
pytest.importorskip("fastapi")

from schemathesis.config import SchemathesisConfig  # noqa: E402
from schemathesis.specs.openapi.checks import positive_data_acceptance  # noqa: E402

from caracol.kit import EditorPart  # noqa: E402
from caracol.puzzle.plugins import all_parts  # noqa: E402
from caracol.web.app import make_app  # noqa: E402
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


# The description does not depend on where the server runs, so the tests are known without one.
# Time that was over is 504, which is described too; any other status from 500 on is a mistake.
CHECKS = {"not_a_server_error": {"expected-statuses": ["2xx", "3xx", "4xx", 504]}}
DESCRIBED = schemathesis.openapi.from_dict(
    make_app(Settings()).openapi(), config=SchemathesisConfig.from_dict({"checks": CHECKS})
)
PUZZLES = [dict(part.EXAMPLE) for _, part in all_parts(EditorPart) if part.EXAMPLE]
OPERATIONS = [result.ok() for result in DESCRIBED.get_all_operations()]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_every_answer_is_one_that_is_described(server: Running, operation: Any) -> None:
    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
    @seed(1)
    @given(case=operation.as_strategy(), puzzle=st.sampled_from([None, *PUZZLES]))
    def described(case: Any, puzzle: Any) -> None:
        if puzzle is not None and isinstance(case.body, dict) and "puzzle" in case.body:
            case.body["puzzle"] = puzzle
        response = case.call(base_url=server.address, timeout=30)
        # That a text is no puzzle cannot be said in a schema; 422 is the described answer.
        case.validate_response(response, excluded_checks=[positive_data_acceptance])

    described()
