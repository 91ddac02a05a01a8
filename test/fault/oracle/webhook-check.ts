import type { ReceivedWebhook } from '#test/e2e/webhook-receiver.js';

/** Ids of the webhooks of each document. */
const idsByDocument = (received: readonly ReceivedWebhook[]): Map<string, Set<string>> => {
  const ids = new Map<string, Set<string>>();
  for (const { headers, body } of received) {
    const { document_id: document } = JSON.parse(body) as { document_id: string };
    ids.set(document, (ids.get(document) ?? new Set()).add(headers['webhook-id'] ?? ''));
  }
  return ids;
};

/** Documents without a webhook so far. */
export const untoldDocuments = (received: readonly ReceivedWebhook[], documents: readonly string[]): string[] => {
  const ids = idsByDocument(received);
  return documents.filter((id) => !ids.has(id));
};

/** Documents whose webhook did not come at least once, always under one id. */
export const webhookViolations = (received: readonly ReceivedWebhook[], documents: readonly string[]): string[] => [
  ...untoldDocuments(received, documents).map((id) => `${id}: no webhook came`),
  ...[...idsByDocument(received)]
    .filter(([, ids]) => ids.size !== 1)
    .map(([id, ids]) => `${id}: webhooks under ${ids.size} ids`),
];
