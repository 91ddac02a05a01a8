import type { ApiClient } from '#test/e2e/api-client.js';
import { eventually } from '#test/e2e/eventually.js';
import { documentSamples, numbered, referenceNumber } from '../load/document-samples.js';
import type { ToldDocument } from '../load/fault-load.js';

const atATime = 8;

interface DocumentResponse {
  data?: { id: string; status: string; error?: { code: string } | null };
}

/** The status of a document. Never rejects: a request without a response is repeated. */
export const statusOf = async (client: ApiClient, id: string): Promise<string> => {
  try {
    const answer = await client.fetch(`/v1/documents/${id}`, { signal: AbortSignal.timeout(10_000) });
    const { data } = (await answer.json()) as DocumentResponse;
    if (data === undefined) return answer.status === 404 ? 'lost' : `answered with ${answer.status}`;
    return data.status === 'failed' ? `failed with ${data.error?.code}` : data.status;
  } catch {
    return 'not answered';
  }
};

/** Results in the order of the items. */
export const manyAtATime = async <A, B>(all: readonly A[], ask: (one: A) => Promise<B>): Promise<B[]> => {
  const answers: B[] = [];
  for (let start = 0; start < all.length; start += atATime) {
    answers.push(...(await Promise.all(all.slice(start, start + atATime).map(ask))));
  }
  return answers;
};

const download = async (client: ApiClient, id: string): Promise<Buffer> => {
  const answer = await client.fetch(`/v1/documents/${id}/download`);
  if (!answer.ok) throw new Error(`${id}: its download was answered with ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
};

const upload = async (client: ApiClient, name: string, content: Buffer) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(content)]), name);
  form.set('source', 'en');
  form.set('target', 'es');
  const answer = await client.fetch('/v1/documents', { method: 'POST', body: form });
  return { status: answer.status, response: (await answer.json()) as DocumentResponse };
};

/**
 * Translates one document of each sample while nothing is wrong: the references for all others. A node that does not answer yet on a
 * busy machine is asked again.
 */
export const translateReferences = async (client: ApiClient): Promise<Map<string, Buffer>> => {
  const references = await manyAtATime(documentSamples, async ({ name, contentFor }) => {
    const uploaded = await eventually(
      () => upload(client, name, contentFor(referenceNumber)),
      ({ status }) => status < 500,
    );
    const { data } = uploaded.response;
    if (data === undefined) throw new Error(`${name}: its upload was answered with ${JSON.stringify(uploaded)}`);
    await eventually(
      () => statusOf(client, data.id),
      (status) => status === 'completed',
    );
    const content = await download(client, data.id);
    if (content.equals(contentFor(referenceNumber))) throw new Error(`${name} was not translated`);
    return [name, content] as const;
  });
  return new Map(references);
};

/** Documents that are not completed, or whose file differs from the reference of their sample. */
export const documentViolations = async (
  client: ApiClient,
  documents: readonly ToldDocument[],
  references: ReadonlyMap<string, Buffer>,
): Promise<string[]> => {
  const violations = await manyAtATime(documents, async ({ id, number, sample }) => {
    const status = await statusOf(client, id);
    if (status !== 'completed') return [`${id} (${sample}): ${status}`];
    const wanted = numbered(references.get(sample) ?? Buffer.alloc(0), number);
    const content = await download(client, id).catch((error: Error) => error);
    if (content instanceof Error) return [content.message];
    return content.equals(wanted) ? [] : [`${id} (${sample}): its content is not that of number ${number}`];
  });
  return violations.flat();
};
