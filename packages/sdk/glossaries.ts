import { type FileContent, formOf } from './documents.js';
import type { Download } from './download.js';
import { List } from './pages.js';
import { type CallOptions, Part, path } from './requests.js';
import type * as api from './types.js';

/** The entries of a glossary: pairs, or a file as CSV, TSV or TBX, which its name tells apart. */
export type GlossaryContent = readonly api.GlossaryEntry[] | { file: FileContent; filename: string };

const bodyOf = (fields: object, entries: GlossaryContent) =>
  'file' in entries ? { form: formOf(fields, entries.file, entries.filename) } : { body: { ...fields, entries } };

/** The version that is to be changed: another one is a conflict. */
const ofVersion = (version: number | undefined) =>
  version === undefined ? {} : { headers: { 'if-match': `"${version}"` } };

export class Glossaries extends Part {
  /**
   * Makes a glossary.
   * @example
   * const fields = { name: 'Houses', source_language: 'en', target_language: 'es' };
   * const { id, version } = await client.glossaries.create(fields, [{ source: 'house', target: 'hogar' }]);
   */
  create(fields: api.GlossaryFields, entries: GlossaryContent, options?: CallOptions): api.Answered<api.Glossary> {
    const call = { method: 'POST', path: '/v1/glossaries', creates: true, ...bodyOf(fields, entries) } as const;
    return this.requests.data(call, options);
  }

  /**
   * The glossaries of the organization, newest first, without their entries.
   * @example for await (const { name, entry_count } of client.glossaries.list()) console.log(name, entry_count);
   */
  list(query: api.Query<'listGlossaries'> = {}, options?: CallOptions): List<api.Glossary, api.GlossaryList> {
    return new List(this.requests, { path: '/v1/glossaries', query }, ({ glossaries }) => glossaries, options);
  }

  /**
   * One glossary with its entries.
   * @example const { entries } = await client.glossaries.get(glossaryId);
   */
  get(id: string, options?: CallOptions): api.Answered<api.GlossaryWithEntries> {
    return this.requests.get(path`/v1/glossaries/${id}`, {}, options);
  }

  /**
   * Its entries as a file.
   * @example const csv = await (await client.glossaries.download(glossaryId, 'csv')).text();
   */
  download(id: string, format: 'csv' | 'tsv' | 'tbx', options?: CallOptions): Promise<Download> {
    return this.requests.file({ method: 'GET', path: path`/v1/glossaries/${id}`, query: { format } }, options);
  }

  /**
   * Puts other entries in the place of all: a new version. With `version`, only where that is still the glossary's.
   * @example await client.glossaries.replaceEntries(glossaryId, [{ source: 'house', target: 'casa' }]);
   */
  replaceEntries(
    id: string,
    entries: GlossaryContent,
    { version, ...options }: CallOptions & { version?: number } = {},
  ): api.Answered<api.Glossary> {
    const place = { method: 'PUT', path: path`/v1/glossaries/${id}/entries` } as const;
    return this.requests.data({ ...place, ...bodyOf({}, entries), ...ofVersion(version) }, options);
  }

  /**
   * Deletes a glossary.
   * @example await client.glossaries.delete(glossaryId);
   */
  delete(
    id: string,
    { version, ...options }: CallOptions & { version?: number } = {},
  ): api.Answered<{ id: string; deleted: boolean }> {
    return this.requests.data({ method: 'DELETE', path: path`/v1/glossaries/${id}`, ...ofVersion(version) }, options);
  }
}
