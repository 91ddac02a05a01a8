import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { docxOf, p, r } from '#libs/documents/formats/docx/docx-sample.fixture.js';
import { pagesOf } from '#libs/documents/formats/pdf/pdf-sample.fixture.js';
import { projectRoot } from '#test/project-root.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

interface DocumentAnswer {
  data: { id: string; status: string; filename: string };
  meta: { warnings?: { code: string; message: string }[] };
}

interface FormatsAnswer {
  data: { formats: { id: string; available: boolean; options: { name: string }[] }[] };
}

describe('options of documents, from outside', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withLoad);
  });

  const send = (name: string, file: Blob, fields: Record<string, string>): Promise<Response> => {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    form.set('file', file, name);
    return service.fetch('/v1/documents', { method: 'POST', body: form });
  };
  const upload = async (name: string, file: Blob, fields: Record<string, string>): Promise<DocumentAnswer> => {
    const answer = await send(name, file, { source: 'en', target: 'es', ...fields });
    expect(answer.status).toBe(201);
    return (await answer.json()) as DocumentAnswer;
  };
  const ended = (id: string) =>
    eventually(
      async () => ((await (await service.fetch(`/v1/documents/${id}`)).json()) as DocumentAnswer).data.status,
      (status) => status !== 'processing',
    );

  it('each format is listed with the options that a translation of it can have', async () => {
    const answer = await service.fetch('/v1/formats');
    expect(answer.status).toBe(200);
    const { formats } = ((await answer.json()) as FormatsAnswer).data;
    expect(formats).toHaveLength(27);
    expect(formats.find(({ id }) => id === 'docx')).toMatchObject({
      available: true,
      options: expect.arrayContaining([{ name: 'translate_headers', in: 'options', type: 'boolean', default: true }]),
    });
  });

  it('an option without effect and a wrong name are warnings, and the report says what became of the text', async () => {
    const docx = new Blob([new Uint8Array(docxOf(p(r('The house.')) + p(r('The dog.')) + p(r('The house.'))))]);
    const { data, meta } = await upload('letter.txt', docx, {
      translate_headers: 'false',
      format_options: JSON.stringify({ keys: { include: ['$.private_key_name'] } }),
    });
    expect(meta.warnings?.map(({ code }) => code)).toEqual(['named_otherwise', 'option_without_effect']);
    expect(await ended(data.id)).toBe('completed');
    const report = await service.fetch(`/v1/documents/${data.id}/report?target=es`);
    expect(((await report.json()) as { data: object }).data).toMatchObject({
      document_id: data.id,
      target_language: 'es',
      segments: { found: 3, translated: 3, repeated: 1, repaired: 0, overflowed: 0, skipped: 0 },
    });
    const again = await service.postJson(`/v1/documents/${data.id}/translate`, { target: 'fr', options: {} });
    expect(again.status).toBe(200);
    expect(await ended(data.id)).toBe('completed');
    expect((await service.fetch(`/v1/documents/${data.id}/report`)).status).toBe(200);
    expect(await service.fetch(`/v1/documents/${data.id}`, { method: 'DELETE' })).toMatchObject({ status: 200 });
    expect((await service.fetch(`/v1/documents/${data.id}/report`)).status).toBe(404);
  });

  it('a PDF says which standards it claims, what near its edges was left, and what is lost of it', async () => {
    const reportOn = async (file: Uint8Array, fields: Record<string, string> = {}): Promise<object[]> => {
      const { data } = await upload('letter.pdf', new Blob([new Uint8Array(file)]), fields);
      expect(await ended(data.id)).toBe('completed');
      const answers = [
        await service.fetch(`/v1/documents/${data.id}`),
        await service.fetch(`/v1/documents/${data.id}/report`),
      ];
      return Promise.all(answers.map(async (answer) => ((await answer.json()) as { data: object }).data));
    };
    const samples = join(projectRoot, 'libs/documents/formats/pdf/samples');
    const format_details = { conformance: [{ standard: 'PDF/A-1a', kept: true }] };
    for (const answer of await reportOn(readFileSync(join(samples, 'archive.pdf'))))
      expect(answer).toMatchObject({ format_details });
    const line = (text: string, y: number): string => `BT /F1 12 Tf 40 ${y} Td (${text}) Tj ET`;
    const pages = pagesOf([
      { content: `${line('The head', 585)} ${line('The text.', 300)}` },
      { content: line('More.', 300) },
    ]);
    const [status, report] = await reportOn(pages.subarray(0, pages.lastIndexOf('6 0 obj')), {
      translate_headers: 'false',
    });
    expect(status).toMatchObject({ format_details: { conformance: [] } });
    expect(report).toMatchObject({
      segments: { translated: 1, skipped: 1 },
      skipped: [{ part: 'page 1', reason: 'Headers and footers were not to be translated.', count: 1 }],
      warnings: [{ code: 'file_damaged', message: expect.stringContaining('no text is left of page 2') }],
    });
  });

  it('sheets behind the last one are refused with the number that there is, at upload and for another translation', async () => {
    const sheets = new Blob([readFileSync(join(projectRoot, 'libs/documents/formats/ods/samples/cells.ods'))]);
    const refused = { code: 'invalid_request', message: expect.stringContaining('the file has 2 pages') };
    const answer = await send('cells.ods', sheets, { target: 'es', page_range: '3-4' });
    expect(await answer.json()).toMatchObject({ error: { status: 400, ...refused } });
    const { data } = await upload('cells.ods', sheets, { page_range: '2' });
    const body = { target: 'fr', options: { page_range: '5' } };
    const again = await service.postJson(`/v1/documents/${data.id}/translate`, body);
    expect(await again.json()).toMatchObject({ error: { status: 400, ...refused } });
  });
});
