"""Decides which licences of weights a paid service may use."""

import re

#: SPDX identifiers that allow commercial use. A model with another one needs to be allowed by its name.
_COMMERCIAL = frozenset(
    identifier.lower()
    for identifier in (
        'Apache-2.0 MIT BSD-2-Clause BSD-3-Clause ISC Zlib Unlicense CC0-1.0 CC-BY-3.0 CC-BY-4.0 CC-BY-SA-3.0 '
        'CC-BY-SA-4.0 MPL-2.0 EUPL-1.2 LGPL-2.1-only LGPL-2.1-or-later LGPL-3.0-only LGPL-3.0-or-later '
        'GPL-2.0-only GPL-2.0-or-later GPL-3.0-only GPL-3.0-or-later AGPL-3.0-only AGPL-3.0-or-later'
    ).split()
)
_non_commercial = re.compile(r'\bnc\b|non-?\s?commercial|research', re.IGNORECASE)


class LicenseError(Exception):
    """Raised for weights that must not be used; the message names the remedy."""


def check_license(name: str, license_name: str, allowed: set[str]) -> None:
    """
    Checks a licence; `allowed` are names of models that may be used whatever their licence says.
    :raises LicenseError:
    """
    if license_name.lower() in _COMMERCIAL or name in allowed:
        return
    is_known = _non_commercial.search(license_name) is not None
    says = 'forbids commercial use' if is_known else 'is not known to allow commercial use'
    raise LicenseError(
        f'The licence "{license_name}" of the model "{name}" {says}. '
        f'Where you may use it all the same, prepare it with --allow-noncommercial {name}'
    )
