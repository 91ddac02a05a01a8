import { connect } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { docxEntries, docxOf, p, r } from '#libs/documents/formats/docx/docx-sample.fixture.js';
import { zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';
import { eventually } from './eventually.js';
import { RunningService } from './running-service.js';

interface ErrorResponse {
  error: { code: string; status: number; details?: Record<string, unknown> };
}

const megabyte = 1024 * 1024;
const limit = 100 * megabyte;

describe('bad uploads, seen from outside, leave nothing behind', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await RunningService.start({ settings: { TRANSLEDGER_INFERENCE: 'echo' } });
  });
  afterAll(() => service.dispose());

  afterEach(async () => {
    await eventually(
      async () => service.storedFiles(),
      (names) => names.length === 0,
    );
  });

  const upload = (
    file: Blob | undefined,
    name: string,
    fields: Record<string, string> = { source: 'en', target: 'es' },
  ) => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    if (file !== undefined) form.set('file', file, name);
    return service.fetch('/v1/documents', { method: 'POST', body: form });
  };

  const errorOf = async (answer: Response) => ((await answer.json()) as ErrorResponse).error;
  const bytes = (content: Uint8Array) => new Blob([new Uint8Array(content)]);
  const text = new Blob(['One line.\n']);

  it('an upload without a file is refused', async () =>
    expect(await errorOf(await upload(undefined, ''))).toMatchObject({
      code: 'missing_required_field',
      status: 422,
      details: { file: [expect.any(String)] },
    }));

  it('an upload without a target is refused', async () =>
    expect(await errorOf(await upload(text, 'a.txt', {}))).toMatchObject({
      code: 'missing_required_field',
      status: 422,
      details: { target: [expect.any(String)] },
    }));

  it('an upload of two files is refused', async () => {
    const form = new FormData();
    form.set('target', 'es');
    form.append('file', text, 'a.txt');
    form.append('file', text, 'b.txt');
    const answer = await service.fetch('/v1/documents', { method: 'POST', body: form });
    expect(await errorOf(answer)).toMatchObject({ code: 'invalid_request', status: 400 });
  });

  it.each([
    ['an empty file', new Blob([]), 'a.txt', 'invalid_file_format', 422],
    ['an extension that is not in the list', text, 'a.exe', 'unsupported_format', 400],
    ['text named PDF', text, 'a.pdf', 'invalid_file_format', 422],
    ['text named DOCX', text, 'a.docx', 'invalid_file_format', 422],
    ['an archive named TXT', bytes(zipOf([{ name: 'x', content: 'y' }])), 'a.txt', 'invalid_file_format', 422],
    ['binary content named TXT', bytes(Buffer.from([0, 1, 2, 3, 0, 255, 254, 0])), 'a.txt', 'invalid_file_format', 422],
    ['text named SRT', text, 'a.srt', 'invalid_file_format', 422],
    ['a truncated DOCX', bytes(docxOf(p(r('Hello.'))).subarray(0, 300)), 'a.docx', 'invalid_file_format', 422],
    ['an archive that is no DOCX', bytes(zipOf([{ name: 'x', content: 'y' }])), 'a.docx', 'invalid_file_format', 422],
  ])('%s is refused', async (_what, file, name, code, status) =>
    expect(await errorOf(await upload(file, name))).toMatchObject({ code, status }),
  );

  const docxWith = (document: string): Blob =>
    bytes(
      zipOf(
        docxEntries({ body: p(r('x')) }).map((entry) =>
          entry.name === 'word/document.xml' ? { ...entry, content: document } : entry,
        ),
      ),
    );

  it('a zip bomb in a DOCX is refused', async () => {
    const bomb = deflateRawSync(Buffer.alloc(300 * megabyte, ' '));
    const entries = docxEntries({ body: p(r('x')) }).map((entry) =>
      entry.name === 'word/document.xml' ? { ...entry, deflated: bomb, declaredSize: 2_000, declaredCrc: 0 } : entry,
    );
    expect(await errorOf(await upload(bytes(zipOf(entries)), 'bomb.docx'))).toMatchObject({
      code: 'invalid_file_format',
    });
  });

  it('nesting of 100,000 levels in a DOCX is refused', async () => {
    const nested = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${'<w:tbl>'.repeat(100_000)}`;
    expect(await errorOf(await upload(docxWith(nested), 'deep.docx'))).toMatchObject({ code: 'invalid_file_format' });
  });

  it('an XML entity bomb in a DOCX is refused', async () => {
    const levels = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
    const document = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY l0 "ha">${levels}]><w:document xmlns:w="x">&l9;</w:document>`;
    expect(await errorOf(await upload(docxWith(document), 'laugh.docx'))).toMatchObject({
      code: 'invalid_file_format',
    });
  });

  it.each([
    ['an option that there is not', { colour: 'true' }, 'invalid_request', 400],
    ['pages of a format without pages', { page_range: '1-3' }, 'invalid_request', 400],
    ['an unknown option of a format', { format_options: '{"colour":true}' }, 'invalid_request', 400],
    ['a flag that is none', { translate_headers: 'maybe' }, 'invalid_request', 400],
    ['an unknown language', { target: 'xx' }, 'invalid_language', 400],
    ['an unknown domain', { domain: 'law' }, 'invalid_request', 400],
    ['a glossary that is not there', { glossary_id: 'glo_1' }, 'glossary_not_found', 404],
    ['a webhook over http', { webhook_url: 'http://example.com/hook' }, 'invalid_request', 400],
    ['a webhook to a private address', { webhook_url: 'https://10.0.0.1/hook' }, 'invalid_request', 400],
    ['a webhook that is no URL', { webhook_url: 'example' }, 'invalid_request', 400],
    ['a secret without a webhook', { webhook_secret: 'abc' }, 'invalid_request', 400],
  ])('an upload with %s is refused', async (_what, fields, code, status) =>
    expect(await errorOf(await upload(text, 'a.txt', { source: 'en', target: 'es', ...fields }))).toMatchObject({
      code,
      status,
    }),
  );

  it('a path to keys that cannot be followed is refused by its place', async () => {
    const rules = JSON.stringify({ keys: { include: ['$.a', 'title'] } });
    const fields = { source: 'en', target: 'es', format_options: rules };
    const error = await errorOf(await upload(bytes(Buffer.from('{"a":"b"}')), 'a.json', fields));
    expect(error).toMatchObject({ code: 'invalid_request', status: 400 });
    expect(Object.keys(error.details ?? {})).toEqual(['format_options.keys.include[1]']);
  });

  it('a body that is no form is 415', async () => {
    const answer = await service.postJson('/v1/documents', { target: 'es' });
    expect(await errorOf(answer)).toMatchObject({ code: 'invalid_request', status: 415 });
  });

  it('an upload that is cut off half way is in the audit log as invalid_request', async () => {
    const socket = connect(service.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const head =
      '--b\r\nContent-Disposition: form-data; name="target"\r\n\r\nes\r\n' +
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
    socket.write(
      `POST /v1/documents HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${service.apiKey}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 50000000\r\n\r\n${head}`,
    );
    await new Promise<void>((resolve) => socket.write(Buffer.alloc(5 * megabyte, 'a'), () => resolve()));
    socket.destroy();
    const log = async () =>
      (
        (await (await service.fetch('/v1/compliance/audit-logs?action=document_upload&limit=1')).json()) as {
          data: { entries: { result: string; metadata: object }[] };
        }
      ).data.entries[0];
    await eventually(log, (entry) => JSON.stringify(entry?.metadata).includes('invalid_request'));
  });

  it('a file one byte over 100 MB is refused', async () => {
    const answer = await upload(new Blob([Buffer.alloc(limit + 1, 'a')]), 'big.txt');
    expect(await errorOf(answer)).toMatchObject({ code: 'file_too_large', status: 422 });
  });

  it('a file of exactly 100 MB is accepted, and can be deleted', async () => {
    const line = `${'word '.repeat(200)}\n`;
    const file = Buffer.alloc(limit, line);
    const answer = await upload(new Blob([file]), 'large.txt');
    expect(answer.status).toBe(201);
    const { data } = (await answer.json()) as { data: { id: string } };
    expect((await service.fetch(`/v1/documents/${data.id}`, { method: 'DELETE' })).status).toBe(200);
  });

  it('odd file names are cleaned, fields may follow the file, and no name adds a header to the download', async () => {
    const form = new FormData();
    form.set('file', text, `../../a"b\u202e${'n'.repeat(300)}.txt`);
    form.set('target', 'es');
    form.set('source', 'en');
    const answer = await service.fetch('/v1/documents', { method: 'POST', body: form });
    expect(answer.status).toBe(201);
    const { data } = (await answer.json()) as { data: { id: string; filename: string } };
    expect(data.filename).toMatch(/^a"?(%22)?bn+\.txt$/);
    expect([...data.filename].length).toBeLessThanOrEqual(255);
    const status = async () =>
      ((await (await service.fetch(`/v1/documents/${data.id}`)).json()) as { data: { status: string } }).data.status;
    await eventually(status, (now) => now === 'completed');
    const download = await service.fetch(`/v1/documents/${data.id}/download`);
    expect(download.headers.get('content-disposition')).toMatch(
      /^attachment; filename="[^"]*"; filename\*=UTF-8''\S+$/,
    );
    await download.arrayBuffer();
    await service.fetch(`/v1/documents/${data.id}`, { method: 'DELETE' });
  });

  it.each([['format=pdf', 'a.txt', text, 'unsupported_format', 400]])(
    'a download with %s of the file %s is refused',
    async (query, name, file, code, status) => {
      const answer = await upload(file, name);
      const { data } = (await answer.json()) as { data: { id: string } };
      expect(await errorOf(await service.fetch(`/v1/documents/${data.id}/download?${query}`))).toMatchObject({
        code,
        status,
      });
      await service.fetch(`/v1/documents/${data.id}`, { method: 'DELETE' });
    },
  );

  it.each([
    ['page_range', { page_range: '1-3' }],
    ['translate_comments', { translate_comments: 'yes' }],
    ['keys', { format_options: { keys: 'title' } }],
    ['colour', { colour: 'blue' }],
    ['quality', { quality: 'best' }],
  ])('another translation with a wrong %s is refused by its name', async (option, options) => {
    const { data } = (await (await upload(text, 'a.txt')).json()) as { data: { id: string } };
    const answer = await service.postJson(`/v1/documents/${data.id}/translate`, { target: 'fr', options });
    const error = await errorOf(answer);
    expect(error).toMatchObject({ code: 'invalid_request', status: 400 });
    expect(JSON.stringify(error.details)).toContain(option);
    await service.fetch(`/v1/documents/${data.id}`, { method: 'DELETE' });
  });
});
