import type { Secrets } from '#libs/ports/key-vault/key-vault.port.js';

/** The target of the webhooks of one document. Events hold only the reference under which it is kept, encrypted. */
export interface WebhookTarget {
  url: string;
  /** Secret that signs the messages; null: they go unsigned. */
  secret: string | null;
}

const kind = 'document-webhook';

export const keepWebhookTarget = (
  secrets: Secrets,
  documentId: string,
  { url, secret }: WebhookTarget,
  organizationId: string,
): Promise<void> => secrets.putSecret(kind, documentId, JSON.stringify({ url, secret }), organizationId);

/** The webhook target, undefined once the document is gone. */
export const webhookTarget = async (secrets: Secrets, reference: string): Promise<WebhookTarget | undefined> => {
  const text = await secrets.getSecret(kind, reference);
  if (text === undefined) return undefined;
  const { url, secret }: WebhookTarget = JSON.parse(text);
  return { url, secret };
};

export const forgetWebhookTarget = (secrets: Secrets, documentId: string): Promise<void> =>
  secrets.deleteSecret(kind, documentId);
