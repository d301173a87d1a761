"""What browsers fetch for a stage, each part by an address of its own. Pure."""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from workbench.link.values import read
from workbench.stage.record import Stage, stage_at

_FOREVER = {"cache-control": "public, max-age=31536000, immutable"}  # another content has another address


def _record(stage: Stage, asked: Mapping[str, str]) -> bytes | None:
    return None if asked else stage.packed_record


def _moment(stage: Stage, asked: Mapping[str, str]) -> bytes | None:
    cursor = cursor_of(stage, asked)
    return None if cursor is None else stage.packed_moment(cursor)


def cursor_of(stage: Stage, asked: Mapping[str, str]) -> dict[str, Any] | None:
    """The cursor that an address asks for, what it does not say at its default; None for nonsense."""
    cursor = stage.start
    try:
        cursor |= {name: read(name, text) for name, text in asked.items() if name in stage.held}
    except ValueError:
        return None
    is_known = set(asked) <= {stage.step, *stage.follows}
    return cursor if is_known and stage.low <= cursor[stage.step] <= stage.n_steps else None


PARTS = {"record": _record, "moment": _moment}


def answer(request: Request) -> Response:
    """The answer to a request for a part of a stage. It may take some time, in a thread beside the loop."""
    stage, part = stage_at(request.path_params["address"]), PARTS.get(request.path_params["part"])
    if stage is None or part is None:
        return Response(status_code=404)
    sent = part(stage, request.query_params)
    if sent is None:
        return Response(status_code=400)
    headers = {**_FOREVER, "content-encoding": "deflate"}
    return Response(sent, media_type="application/octet-stream", headers=headers)
