import { spawnSync } from 'node:child_process';
import { beforeAll, expect, it } from 'vitest';
import { letter, scanOf } from '#libs/documents/ocr/scan.fixture.js';
import { describeWith } from '../servers/describe-with.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService } from './shared-service.js';

const settings = { TRANSLEDGER_INFERENCE: 'pseudo' };

interface Report {
  segments: Record<string, number>;
  warnings: { code: string; part: string; count: number }[];
}

describeWith(['tesseract'], 'scanned documents, from outside', () => {
  let service: RunningService;
  let scan: Blob;
  beforeAll(async () => {
    service = await sharedService(settings);
    scan = new Blob([new Uint8Array(scanOf(letter))]);
  });

  const uploaded = (fields: Record<string, string>): Promise<Response> => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ target: 'es', ...fields })) form.set(field, value);
    form.set('file', scan, 'letter.pdf');
    return service.fetch('/v1/documents', { method: 'POST', body: form });
  };
  const dataOf = async <Data>(response: Response): Promise<Data> => ((await response.json()) as { data: Data }).data;

  it('a scan is refused, and the refusal names the option that reads it', async () => {
    const answer = await uploaded({ source: 'en' });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      error: { code: 'invalid_file_format', message: expect.stringContaining('format_options.ocr') },
    });
  });

  it('a scan is translated over its picture with the option, and its language is found', async () => {
    const answer = await uploaded({ format_options: '{"ocr": true}' });
    expect(answer.status).toBe(201);
    const { id, source_language: source } = await dataOf<{ id: string; source_language: string }>(answer);
    expect(source).toBe('en');
    const end = await eventually(
      async () => await dataOf<{ status: string }>(await service.fetch(`/v1/documents/${id}`)),
      ({ status }) => status !== 'processing',
    );
    expect(end).toMatchObject({ status: 'completed' });
    const report = await dataOf<Report>(await service.fetch(`/v1/documents/${id}/report`));
    expect(report.segments).toMatchObject({ found: 4, translated: 4 });
    expect(report.warnings).toContainEqual(
      expect.objectContaining({ code: 'text_recognised', part: 'page 1', count: 6 }),
    );
    const file = await (await service.fetch(`/v1/documents/${id}/download`)).arrayBuffer();
    const shown = spawnSync('pdftotext', ['-', '-'], { input: Buffer.from(file) }).stdout.toString();
    expect(shown).toMatch(/\p{L}{3}/u);
    expect(shown).not.toContain('Nobody asked');
  });

  it('the option is listed', async () => {
    const { formats } = await dataOf<{ formats: { id: string; options: { name: string }[] }[] }>(
      await service.fetch('/v1/formats'),
    );
    expect(formats.find(({ id }) => id === 'pdf')?.options.map(({ name }) => name)).toContain('ocr');
  });
});
