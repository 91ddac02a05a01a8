import { beforeAll, expect, it } from 'vitest';
import { docxOf, p, r } from '#libs/documents/formats/docx/docx-sample.fixture.js';
import { describeWith } from '../servers/describe-with.js';
import { Browsers, cookieName } from './browsers.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { boldDocument } from './sample-documents.js';
import { sharedService, withLoad } from './shared-service.js';

const newPage = '<w:r><w:br w:type="page"/></w:r>';
const twoPages = docxOf(p(r('The harbour is old.') + newPage) + p(r('The ships are new.')));

describeWith(['libreoffice', 'poppler'], 'the uploaded file, and pages as pictures, from outside', () => {
  let service: RunningService;
  let people: Browsers;
  beforeAll(async () => {
    service = await sharedService(withLoad);
    people = new Browsers(service);
  });

  // biome-ignore lint/suspicious/noExplicitAny: each caller knows its answer.
  const dataOf = async (answer: Response): Promise<any> => ((await answer.json()) as { data: unknown }).data;
  // biome-ignore lint/suspicious/noExplicitAny: each caller knows its answer.
  const refusal = async (answer: Response): Promise<any> => {
    const { error } = (await answer.json()) as { error: object };
    return { status: answer.status, ...error };
  };
  const translated = async (file: Buffer | string, name: string): Promise<string> => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ source: 'en', target: 'es' })) form.set(field, value);
    form.set('file', new Blob([typeof file === 'string' ? file : new Uint8Array(file)]), name);
    const { id } = await dataOf(await service.fetch('/v1/documents', { method: 'POST', body: form }));
    await eventually(
      async () => dataOf(await service.fetch(`/v1/documents/${id}`)),
      ({ status }) => status === 'completed',
    );
    return id;
  };
  /** Asks again while LibreOffice takes longer than an answer waits for it. */
  const page = (id: string, number: number | string, query = ''): Promise<Response> =>
    eventually(
      () => service.fetch(`/v1/documents/${id}/pages/${number}.png${query}`),
      ({ status }) => status !== 503,
    );
  const sizeOf = async (answer: Response): Promise<number[]> => {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    const picture = Buffer.from(await answer.arrayBuffer());
    return [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  };
  const downloads = async (id: string): Promise<string[]> => {
    const path = `/v1/compliance/audit-logs?action=document_download&result=success&resource_id=${id}`;
    const { entries } = await dataOf(await service.fetch(path));
    return entries
      .map(({ metadata }: { metadata: Record<string, string> }) =>
        [metadata.part, metadata.target_language ?? '-', metadata.translation_id === undefined ? '-' : 'trn'].join(' '),
      )
      .sort();
  };
  const stored = async (): Promise<number> => (await dataOf(await service.fetch('/v1/usage'))).storage.used;

  it('the uploaded file comes back as it was, and is a download', async () => {
    const id = await translated(twoPages, 'Häfen.docx');
    const head = await service.fetch(`/v1/documents/${id}/source`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(twoPages.length)]);
    const answer = await service.fetch(`/v1/documents/${id}/source`);
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''H%C3%A4fen.docx");
    expect(Buffer.from(await answer.arrayBuffer()).equals(twoPages)).toBe(true);
    expect(
      await eventually(
        () => downloads(id),
        ({ length }) => length > 0,
      ),
    ).toEqual(['source - -']);
  });

  it('pages of both sides of a Word document are drawn, once for all who ask, and a view of each is recorded', async () => {
    const id = await translated(twoPages, 'harbour.docx');
    const asked = await Promise.all([page(id, 1), page(id, 1, '?target=es'), page(id, 1, '?side=source')]);
    for (const answer of asked) expect(answer.headers.get('x-page-count')).toBe('2');
    for (const size of await Promise.all(asked.map(sizeOf))) expect(Math.max(...size)).toBeGreaterThan(1_600);
    expect((await page(id, 2, '?side=source')).status).toBe(200);
    expect(await refusal(await page(id, 3))).toMatchObject({
      ...{ status: 404, code: 'not_found', details: { page: 3, page_count: 2 } },
    });
    expect(
      await eventually(
        () => downloads(id),
        ({ length }) => length > 1,
      ),
    ).toEqual(['pages - -', 'pages es trn']);
  });

  it('an RTF has the pages of its layout once they were looked at', async () => {
    const id = await translated('{\\rtf1\\ansi The harbour is old.\\par\\page The ships are new.\\par}', 'harbour.rtf');
    const status = async () => dataOf(await service.fetch(`/v1/documents/${id}`));
    expect(await status()).toMatchObject({ page_count: 1, page_count_source: 'estimate' });
    expect((await page(id, 2, '?side=source')).status).toBe(200);
    expect(await eventually(status, ({ page_count_source: source }) => source === 'layout')).toMatchObject({
      page_count: 2,
      word_count: 8,
    });
  });

  it('a page of a PDF of 400 by 600 points has 150 dots an inch', async () => {
    const id = await translated(boldDocument('pdf'), 'letter.pdf');
    expect(await sizeOf(await page(id, 1))).toEqual([834, 1_250]);
  });

  it('what has no pages, is no page, or has no translation is refused with the reason', async () => {
    const id = await translated('The house is big.', 'house.txt');
    expect(await refusal(await page(id, 1))).toMatchObject({ status: 400, code: 'unsupported_format' });
    expect(await refusal(await page(id, 'one'))).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(await refusal(await page(id, 1, '?target=fr'))).toMatchObject({ status: 404, code: 'not_found' });
    expect(await refusal(await page(id, 1, '?side=both'))).toMatchObject({
      status: 400,
      details: { side: [expect.any(String)] },
    });
  });

  it('a translator does not see them of documents of others', async () => {
    const id = await translated(twoPages, 'harbour.docx');
    const { cookie } = await people.newUser('pages@example.com', 'translator');
    for (const path of ['source', 'pages/1.png', 'pages/1.png?side=source']) {
      const headers = { cookie: `${cookieName}=${cookie}` };
      const answer = await service.fetch(`/v1/documents/${id}/${path}`, { key: null, headers });
      expect(await refusal(answer)).toMatchObject({ status: 404, code: 'document_not_found' });
    }
  });

  it('pictures count as stored bytes, and go with the document', async () => {
    const before = await stored();
    const id = await translated(twoPages, 'harbour.docx');
    const unseen = await stored();
    for (const side of ['source', 'target']) await (await page(id, 1, `?side=${side}`)).arrayBuffer();
    expect(await stored()).toBeGreaterThan(unseen);
    await service.fetch(`/v1/documents/${id}`, { method: 'DELETE' });
    expect((await page(id, 1)).status).toBe(404);
    expect((await service.fetch(`/v1/documents/${id}/source`)).status).toBe(404);
    await expect.poll(stored).toBe(before);
  });
});
