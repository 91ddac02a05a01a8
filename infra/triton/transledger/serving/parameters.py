import json


class Parameters:
    """The parameters of a model in its `config.pbtxt`, each a string."""

    def __init__(self, model_config: str) -> None:
        entries = json.loads(model_config).get('parameters', {})
        self._values = {name: entry['string_value'] for name, entry in entries.items()}

    def text(self, name: str, default: str | None = None) -> str:
        """
        Returns a parameter as text.
        :raises ValueError: where the parameter is missing and has no default
        """
        value = self._values.get(name, default)
        if value is None:
            raise ValueError(f'config.pbtxt has no parameter "{name}"')
        return value

    def number(self, name: str, default: int) -> int:
        value = self._values.get(name)
        if value is None:
            return default
        if not value.isdecimal():
            raise ValueError(f'The parameter "{name}" in config.pbtxt is no number')
        return int(value)

    def words(self, name: str) -> list[str]:
        return self._values.get(name, '').split()
