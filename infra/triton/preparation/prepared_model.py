from dataclasses import dataclass


class PreparationError(Exception):
    """What stands in the way, and what to do about it."""


@dataclass(frozen=True)
class PreparedModel:
    name: str
    #: Folder under `models/` that its code is in.
    code: str
    config: str
