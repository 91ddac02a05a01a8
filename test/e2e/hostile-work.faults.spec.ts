import { beforeAll, describe, expect, it } from 'vitest';
import { docxEntries, p, r } from '#libs/documents/formats/docx/docx-sample.fixture.js';
import { zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLimits } from './shared-service.js';

interface Uploaded {
  data: { id: string; status: string };
}

/** Nothing but comments, without an extension: what the format is, its content must say. */
const comments = new Blob([`${'<!---->'.repeat(60)}x`]);

/** A document whose part has a relationship that every JavaScript object seems to know. */
const inheritedName = (type: string): Blob => {
  const entries = docxEntries({
    body: p(r('Hello.')),
    footnotes: `<w:footnote w:id="1">${p(r('A note.'))}</w:footnote>`,
  }).map((entry) =>
    entry.name === 'word/_rels/document.xml.rels'
      ? { ...entry, content: String(entry.content).replace('/footnotes"', `/${type}"`) }
      : entry,
  );
  return new Blob([new Uint8Array(zipOf(entries))]);
};

describe('work that one organization makes, seen by another', () => {
  let hostile: RunningService;
  let other: RunningService;
  beforeAll(async () => {
    hostile = await sharedService(withLimits);
    other = await sharedService(withLimits);
  });

  const upload = (service: RunningService, file: Blob, name: string) => {
    const form = new FormData();
    form.set('file', file, name);
    form.set('source', 'en');
    form.set('target', 'es');
    return service.fetch('/v1/documents', { method: 'POST', body: form });
  };
  const codeOf = async (answer: Response) =>
    ((await answer.json()) as { error?: { code: string } }).error?.code ?? answer.status;
  const uploaded = async (service: RunningService): Promise<string> => {
    const answer = await upload(service, new Blob(['One line.\n']), 'a.txt');
    expect(answer.status).toBe(201);
    const { id } = ((await answer.json()) as Uploaded).data;
    await eventually(
      async () => ((await (await service.fetch(`/v1/documents/${id}`)).json()) as Uploaded).data.status,
      (status) => status === 'completed',
    );
    return id;
  };

  it('files whose format is hard to tell are read like any other, and so are the files of another organization', async () => {
    const [first, second, theirs] = await Promise.all([
      upload(hostile, comments, 'page'),
      upload(hostile, comments, 'page'),
      upload(other, new Blob(['One line.\n']), 'a.txt'),
    ]);
    expect([first.status, second.status, theirs.status]).toEqual([201, 201, 201]);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])(
    'a DOCX with a relationship named %s is read as if it had none of that name',
    async (type) => expect((await upload(hostile, inheritedName(type), 'a.docx')).status).toBe(201),
  );

  it('HEAD of a download has the headers of the file, and records no download', async () => {
    const id = await uploaded(other);
    const downloads = async () => {
      const answer = await other.fetch('/v1/compliance/audit-logs?action=document_download');
      return ((await answer.json()) as { data: { pagination: { total: number } } }).data.pagination.total;
    };
    const [head, before] = [await other.fetch(`/v1/documents/${id}/download`, { method: 'HEAD' }), await downloads()];
    const file = await other.fetch(`/v1/documents/${id}/download`);
    // The encoding of a text is told by its content, which HEAD does not open.
    expect(file.headers.get('content-type')).toBe(`${head.headers.get('content-type')}; charset=utf-8`);
    const names = ['content-disposition', 'content-length', 'cache-control'];
    expect(names.map((name) => head.headers.get(name))).toEqual(names.map((name) => file.headers.get(name)));
    expect([head.status, await head.text(), (await file.text()).length]).toEqual([
      200,
      '',
      Number(head.headers.get('content-length')),
    ]);
    expect([before, await downloads()]).toEqual([0, 1]);
    const missing = await other.fetch(`/v1/documents/${id}/download?target=fr`, { method: 'HEAD' });
    expect(missing.status).toBe(404);
  });

  it('a file is not looked into when the quota is used up', async () => {
    const notADocument = new Blob(['This is no archive.']);
    expect(await codeOf(await upload(other, notADocument, 'a.docx'))).toBe('invalid_file_format');
    const usage = (await (await hostile.fetch('/v1/usage')).json()) as { data: { characters: { remaining: number } } };
    const rest = { text: 'a'.repeat(usage.data.characters.remaining), source: 'en', target: 'es' };
    expect((await hostile.postJson('/v1/translate', rest)).status).toBe(200);
    expect(await codeOf(await upload(hostile, notADocument, 'a.docx'))).toBe('quota_exceeded');
  });
});
