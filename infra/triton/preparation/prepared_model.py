from dataclasses import dataclass


class PreparationError(Exception):
    """Raised for a model that cannot be prepared; the message says why and names the remedy."""


@dataclass(frozen=True)
class PreparedModel:
    name: str
    #: Folder under `models/` with the code of the model.
    code: str
    config: str
