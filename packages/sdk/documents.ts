import type { Download } from './download.js';
import { Job } from './job.js';
import { List } from './pages.js';
import { type CallOptions, Part, path } from './requests.js';
import type * as api from './types.js';

/** Milliseconds for an upload, which may have 100 MB. */
const uploadTimeout = 600_000;

export type FileContent = Blob | Uint8Array | ArrayBuffer | string;

/** A file as a part of a form. In Node `openAsBlob` gives one that is read as it is sent. */
export const blobOf = (content: FileContent): Blob =>
  content instanceof Blob ? content : new Blob([content as ArrayBuffer | string]);

export const formOf = (fields: object, content: FileContent, filename: string): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (value !== undefined && value !== null)
      form.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  form.set('file', blobOf(content), filename);
  return form;
};

const nameOf = (content: FileContent): string | undefined =>
  'name' in Object(content) ? String((content as File).name) : undefined;

/** A page as a PNG, with the number of pages of its file. */
export type PageImage = Download & { readonly pageCount: number };

export class Documents extends Part {
  /**
   * Uploads a file and has it translated.
   * @param file a `File`, a `Blob` (`await openAsBlob('report.docx')`), bytes or a text
   * @returns the job, whose `id` is the document's
   * @example
   * const job = await client.documents.translate(file, { filename: 'house.txt', source: 'en', target: 'es' });
   * const translated = await (await job.download()).text();
   */
  async translate(
    file: FileContent,
    { filename = nameOf(file) ?? 'document', ...fields }: api.DocumentFields & { filename?: string },
    options: CallOptions = {},
  ): Promise<Job<api.Document>> {
    const form = formOf(fields, file, filename);
    const patient = { timeout: uploadTimeout, attemptTimeout: uploadTimeout, ...options };
    const upload = { method: 'POST', path: '/v1/documents', form, creates: true } as const;
    return this.jobOf(await this.requests.data<api.Document>(upload, patient));
  }

  /**
   * Has a document translated once more: to another language, or after a failure.
   * @example const job = await client.documents.translateAgain(documentId, { target: 'ca' });
   */
  async translateAgain(id: string, again: api.DocumentAgain, options?: CallOptions): Promise<Job<api.Document>> {
    const call = { method: 'POST', path: path`/v1/documents/${id}/translate`, body: again, creates: true } as const;
    return this.jobOf(await this.requests.data<api.Document>(call, options));
  }

  /**
   * The job of a document that was uploaded before, to its newest language or to `target`. It asks nothing yet.
   * @example const { status } = await client.documents.resume(documentId).result();
   */
  resume(id: string, { target }: { target?: string } = {}): Job<api.Document> {
    return new Job(this.requests, id, this.pathsOf(id, target));
  }

  /**
   * One document, with its newest translation or the one to `target`.
   * @example const { status, progress } = await client.documents.get(documentId);
   */
  get(id: string, query: api.Query<'getDocument'> = {}, options?: CallOptions): api.Answered<api.Document> {
    return this.requests.get(path`/v1/documents/${id}`, query, options);
  }

  /**
   * The documents of the organization, newest first.
   * @example const failed = await client.documents.list({ status: 'failed' }).first(10);
   */
  list(query: api.Query<'listDocuments'> = {}, options?: CallOptions): List<api.Document, api.DocumentList> {
    return new List(this.requests, { path: '/v1/documents', query }, ({ documents }) => documents, options);
  }

  /**
   * The translated file, of a translation that is completed.
   * @example const pdf = await client.documents.download(documentId, { format: 'txt' }).catch(() => undefined);
   */
  download(id: string, query: api.Query<'downloadDocument'> = {}, options?: CallOptions): Promise<Download> {
    return this.requests.file({ method: 'GET', path: path`/v1/documents/${id}/download`, query }, options);
  }

  /**
   * The file as it was uploaded.
   * @example const { filename, size } = await client.documents.source(documentId);
   */
  source(id: string, options?: CallOptions): Promise<Download> {
    return this.requests.file({ method: 'GET', path: path`/v1/documents/${id}/source` }, options);
  }

  /**
   * A page of the translation, or of the uploaded file, as a PNG, for formats whose `page_images` is true.
   * @param page from 1
   * @returns the picture, with the number of pages as `pageCount`
   * @example const picture = await client.documents.page(documentId, 1, { side: 'source' }).catch(() => undefined);
   */
  async page(
    id: string,
    page: number,
    query: api.Query<'getDocumentPage'> = {},
    options?: CallOptions,
  ): Promise<PageImage> {
    const call = { method: 'GET', path: path`/v1/documents/${id}/pages/${String(page)}.png`, query } as const;
    const image = await this.requests.file(call, options);
    return Object.assign(image, { pageCount: Number(image.response.headers.get('x-page-count')) });
  }

  /**
   * The report on what became of each segment.
   * @example const { segments, warnings } = await client.documents.report(documentId);
   */
  report(
    id: string,
    query: api.Query<'getDocumentReport'> = {},
    options?: CallOptions,
  ): api.Answered<api.DocumentReport> {
    return this.requests.get(path`/v1/documents/${id}/report`, query, options);
  }

  /**
   * The messages of a document's own webhook.
   * @example const deliveries = await client.documents.webhooks(documentId).first(10);
   */
  webhooks(
    id: string,
    query: api.Query<'listDocumentWebhooks'> = {},
    options?: CallOptions,
  ): List<api.WebhookDelivery, api.WebhookDeliveryList> {
    const place = { path: path`/v1/documents/${id}/webhooks`, query };
    return new List(this.requests, place, ({ deliveries }) => deliveries, options);
  }

  /**
   * The formats that the service reads and writes.
   * @example const { formats } = await client.documents.formats();
   */
  formats(options?: CallOptions): api.Answered<api.DocumentFormatList> {
    return this.requests.get('/v1/formats', {}, options);
  }

  /**
   * Deletes a document with its translations and keys.
   * @example await client.documents.delete(documentId);
   */
  delete(id: string, options?: CallOptions): api.Answered<{ id: string; deleted: boolean }> {
    return this.requests.data({ method: 'DELETE', path: path`/v1/documents/${id}` }, options);
  }

  private jobOf(document: api.Answer<api.Document>): Job<api.Document> {
    const { id, target_language: target } = document;
    return new Job(this.requests, id, this.pathsOf(id, target), document);
  }

  private pathsOf(id: string, target: string | undefined) {
    const state = path`/v1/documents/${id}`;
    return { state, download: `${state}/download`, ...(target !== undefined && { query: { target } }) };
  }
}
