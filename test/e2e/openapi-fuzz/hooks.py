"""Rules of the API that schemathesis cannot know from its OpenAPI document."""

import os
import re

import schemathesis
from hypothesis import strategies
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.openapi.checks import RejectedPositiveData, UndefinedContentType

# The key that the test itself calls with, which must not be revoked or rotated on the way.
OWN_KEY_ID = os.environ["FUZZ_OWN_KEY_ID"]

TBX = b"""<?xml version="1.0" encoding="UTF-8"?>
<tbx xmlns="urn:iso:std:iso:30042:ed-2" type="TBX-Core" style="dct" xml:lang="en"><text><body><conceptEntry id="c1">
<langSec xml:lang="en"><termSec><term>house</term></termSec></langSec>
<langSec xml:lang="es"><termSec><term>casa</term></termSec></langSec>
</conceptEntry></body></text></tbx>
"""

CSV = b"source,target\nhouse,casa\n"

# Files that are what their media type says, since random bytes would only ever try the parsers. The CSV will do for a
# part of a form, too: it is a glossary to one operation and a text to another.
FILES = {
    "text/csv": CSV,
    "text/tab-separated-values": CSV.replace(b",", b"\t"),
    "application/x-tbx+xml": TBX,
    "application/x-tbx": TBX,
    "application/tbx+xml": TBX,
}
for media_type, content in FILES.items():
    schemathesis.openapi.media_type(media_type, strategies.just(content))
schemathesis.openapi.format("binary", strategies.just(CSV))

# Codes that the document has as examples: nearly every other one is refused.
schemathesis.openapi.format("date-or-time", strategies.sampled_from(["2026-11-01", "2026-11-21T08:30:00Z", "2026-11-21T10:30:00.5+02:00"]))
schemathesis.openapi.format("ip-address", strategies.sampled_from(["203.0.113.7", "2001:db8::1"]))
schemathesis.openapi.format("ip-range", strategies.sampled_from(["203.0.113.7", "192.0.2.0/24", "2001:db8::/32"]))
schemathesis.openapi.format("bcp47", strategies.sampled_from(["en", "es", "ca", "fr", "pt", "EN", "en-US"]))

# Refusals of requests that keep to the document, for reasons that JSON Schema has no words for:
# operation (a pattern), code of the error, fields named in its details (a pattern).
BEYOND_SCHEMAS = [
    ("list.*|getHistory", "invalid_request", "cursor"),  # is one that an earlier page gave
    ("listAuditLogs|exportAuditLog|listDocuments|getUsage", "invalid_request", "end"),  # is not before `start`
    ("exportAuditLog", "invalid_request", "cursor"),  # is the id of an entry
    ("getAuditLogCheckpoint|getAuditLogProof", "invalid_request", "size"),  # is signed; is of a tree with the entry
    ("getAuditLogConsistency", "invalid_request", "from|to"),  # are signed, in order
    ("getHistory", "invalid_request", "as_of"),  # is not in the future
    (".*", "invalid_request", r"start|end|as_of|expires_at|verified_at|expected_date|period\.(start|end)"),  # is in the calendar
    ("listAuditLogs|exportAuditLog", "invalid_request", "start|end|cursor|ip_address|action"),  # are in the calendar; is an address
    ("createApiKey|(create|update)Webhook|updateOrganization", "invalid_request", "scopes|events|webhook_hosts"),  # have none twice
    ("createApiKey", "invalid_request", r"ip_allowlist(\[\d+\])?"),  # are addresses and ranges
    ("replayWebhook", "invalid_request", "end"),  # is not before `start`, and includes at most 10,000 messages
    ("createWebhook", "missing_required_field", "url"),  # is there where `delivery` is not `pull`
    ("createWebhook", "invalid_request", "events|url|secret"),  # have none twice; the same
    ("createWebhook|updateWebhook", "invalid_request", "url|secret"),  # is a public address; is base64 behind `whsec_`
    ("createApiKey", "invalid_request", "expires_at"),  # is in the future
    ("translate.*|uploadDocument|listLanguages", "invalid_language", r"source|target|texts\[\d+\]"),  # go together
    ("translate.*|uploadDocument", "invalid_request", "glossary_id"),  # is for the pair
    ("createGlossary|replaceGlossaryEntries", "invalid_request", r"(entries\[\d+\]\W?)+"),  # no source twice
    ("replaceGlossaryEntries|deleteGlossary", "conflict", "version|If-Match"),  # is the version that If-Match names, by a strong tag
    ("replaceGlossaryEntries|deleteGlossary", "invalid_request", "If-Match"),  # is an ETag in its quotation marks
    ("createGlossary", "invalid_request|invalid_language", "(source|target)_language"),  # are two that are installed
    ("createGlossary|replaceGlossaryEntries", "invalid_request", "file"),  # is what its type says; has both languages
    ("uploadDocument", "invalid_file_format|unsupported_format", "file|reason"),  # is what its content says
    ("uploadDocument|translateDocument", "invalid_request", r"(options\.)?page_range"),  # is for files that have pages, in order
    ("downloadDocument", "invalid_request", "include_source"),  # is for some formats
    ("downloadDocument", "unsupported_format", ""),  # is one that the document can become
    ("getDocumentPage", "unsupported_format", ""),  # is of a format that has pages
    ("recordCertification", "invalid_request", "standard|expected_date|expires_at"),  # is that of the path; is in the calendar; is not before `verified_at`
    ("placeHold", "missing_required_field", r"resource(_id)?"),  # is one of the three
    ("placeHold", "invalid_request", r"resource|period\.end|subject\.id"),  # is one of the three; in order; an address
    ("requestReport", "invalid_request", r"period\.start|period\.end"),  # begins in the past; are in order
    ("requestErasure", "invalid_request", r"subject\.id"),  # is an address
    ("getSubjectData", "invalid_request", "subject|cursor"),  # is an address; is one that an earlier page gave
    ("updateOrganization", "invalid_request", r"retention\.\w+"),  # is within the operator's
    ("signIn|acceptInvite|acceptInviteByPath|signUpOwner", "invalid_request", "Origin"),  # comes from a page of ours
    ("signOut|getSession|changePassword", "invalid_credentials", ""),  # is for a signed-in user, not for a key
    ("inviteUser", "conflict", "role"),  # is of nobody who has come in another role
    ("inviteUser", "conflict", ""),  # is not the user who has signed in
    ("updateOrganization", "invalid_request", ""),  # names something
    ("uploadDocument", "invalid_request", "webhook_url|webhook_secret"),  # is a public address; goes with a URL
]
# Beside a file that is the body itself, the other fields stand in the query: nothing says that they have to there alone.
FIELDS_IN_QUERY = {"name", "source_language", "target_language", "domain"}


def is_beyond_schemas(case, error):
    operation = case.operation.definition.raw["operationId"]
    fields = list(error.get("details", {}))
    is_file = case.media_type not in ("application/json", "multipart/form-data")
    # Beside JSON and a form they do not.
    is_placed = is_file or "is not read from the query" in error["message"]
    if operation == "createGlossary" and is_placed and fields and FIELDS_IN_QUERY.issuperset(fields):
        return True
    # Joiners, variation selectors and characters of other planes depend on what stands beside them.
    if "direction or zero-width characters" in error["message"]:
        return True
    # No part of a form may be there twice.
    if operation in ("createGlossary", "uploadDocument", "replaceGlossaryEntries") and "is there twice" in error["message"]:
        return True
    return any(
        re.fullmatch(operations, operation)
        and re.fullmatch(codes, error["code"])
        and ((names == "") == (fields == []))
        and all(re.fullmatch(names, field) for field in fields)
        for operations, codes, names in BEYOND_SCHEMAS
    )


@schemathesis.hook
def filter_case(context, case):
    query = case.query or {}
    # An answer that follows the log does not end.
    follows = str(query.get("follow")).lower() == "true"
    # A receipt waits half a second for its signature: one operation will do.
    waits = str(query.get("receipt")).lower() == "true" and case.operation.definition.raw["operationId"] != "createApiKey"
    return not follows and not waits and (case.path_parameters or {}).get("id") != OWN_KEY_ID


@schemathesis.hook
def before_call(context, case, kwargs):
    # Ids that responses gave are put in behind the filter.
    if (case.path_parameters or {}).get("id") == OWN_KEY_ID:
        case.path_parameters["id"] = "key_0"


@schemathesis.hook
def filter_failure(context, failure, case, response):
    # The file of a document or report has the type of its format, which is one of many.
    if isinstance(failure, UndefinedContentType) and case.operation.definition.raw["operationId"].startswith("download"):
        return False
    if isinstance(failure, AcceptedNegativeData):
        # Wrong rules for keys are at times written as null, which counts as not given.
        return not re.search(r"clude['\"]: (?:null|None)", str(case.body))
    return not (isinstance(failure, RejectedPositiveData) and is_beyond_schemas(case, response.json()["error"]))
