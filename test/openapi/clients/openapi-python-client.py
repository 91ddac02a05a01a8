"""The integration of a stranger by the client that openapi-python-client makes."""

import io
import json
import os
import time

from transledger_client import AuthenticatedClient
from transledger_client.api.compliance import list_audit_logs
from transledger_client.api.documents import download_document, get_document, upload_document
from transledger_client.api.text import translate, translate_batch
from transledger_client.models import BatchRequest, ListAuditLogsActionItem, TranslateRequest, UploadDocumentForm
from transledger_client.types import UNSET, File

client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["API_KEY"])

translated = translate.sync(client=client, body=TranslateRequest(text="Good morning.", source="en", target="es"))
texts = BatchRequest(texts=["One.", "x" * 10_001], source="en", target="es")
items = translate_batch.sync(client=client, body=texts, prefer="partial").data.translations

# Its options have their defaults, which it sends as True and False.
form = UploadDocumentForm(file=File(payload=io.BytesIO(b"Good morning."), file_name="letter.txt"), source="en", target="es")
document = upload_document.sync(client=client, body=form).data
while document.status not in ("completed", "failed"):
    time.sleep(0.1)
    document = get_document.sync(document.id, client=client).data
file = download_document.sync(document.id, client=client)

actions, cursor = [], UNSET
wanted = [ListAuditLogsActionItem("translate"), ListAuditLogsActionItem("document_upload")]
while cursor is not None:
    page = list_audit_logs.sync(client=client, limit=1, cursor=cursor, action=wanted).data
    actions += [entry.action for entry in page.entries]
    cursor = page.pagination.next_cursor

print(json.dumps({
    "translation": translated.data.translation,
    "batch": [items[0].translation, items[1].error.code],
    "status": document.status,
    "file": file.payload.read().decode(),
    "actions": sorted(set(map(str, actions))),
}))
