"""The integration of a stranger by the client that openapi-generator makes for Python."""

import json
import os
import time

from openapi_client import ApiClient, Configuration
from openapi_client.api import ComplianceApi, DocumentsApi, TextApi
from openapi_client.models import BatchRequest, TranslateRequest

client = ApiClient(Configuration(host=os.environ["BASE_URL"], access_token=os.environ["API_KEY"]))
text, documents, compliance = TextApi(client), DocumentsApi(client), ComplianceApi(client)

translation = text.translate(TranslateRequest(text="Good morning.", source="en", target="es")).data.translation
# It checks lengths itself: made so, a text that is too long reaches the service.
texts = BatchRequest.model_construct(texts=["One.", "x" * 10_001], source="en", target="es")
batch = text.translate_batch(texts, prefer="partial")

document = documents.upload_document(file=("letter.txt", b"Good morning."), source="en", target="es").data
while document.status not in ("completed", "failed"):
    time.sleep(0.1)
    document = documents.get_document(document.id).data
file = documents.download_document(document.id)

actions, cursor = [], None
while True:
    page = compliance.list_audit_logs(limit=1, cursor=cursor, action=["translate", "document_upload"]).data
    actions += [entry.action for entry in page.entries]
    cursor = page.pagination.next_cursor
    if cursor is None:
        break

items = batch.data.translations
print(json.dumps({
    "translation": translation,
    "batch": [items[0].translation, items[1].error.code],
    "status": document.status,
    "file": bytes(file).decode(),
    "actions": sorted(set(actions)),
}))
