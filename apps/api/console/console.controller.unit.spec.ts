import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConsoleController } from './console.controller.js';

const page = '<meta name="service-origin" content=""><meta name="provider-sign-in" content="no">';

describe('the console', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const build = async (): Promise<void> => {
    await mkdir(join(folder, 'assets'));
    await writeFile(join(folder, 'assets/a-1f.js'), 'let a');
    await writeFile(join(folder, 'index.html'), page);
  };

  const answerTo = async (
    path: string,
    settings: { publicUrl?: string; issuer?: string } = {},
    headers: Record<string, unknown> = {},
    accept?: string,
  ) => {
    const reply = {
      code: (status: number) => Object.assign(headers, { status }),
      header: (name: string, value: unknown) => Object.assign(headers, { [name]: value }),
      getHeader: () => undefined,
    } as never;
    const request = { headers: { accept } } as never;
    const named = { TRANSLEDGER_PUBLIC_URL: settings.publicUrl, TRANSLEDGER_OIDC_ISSUER: settings.issuer };
    const controller = new ConsoleController(named, folder);
    const bytes = await (path === '' ? controller.page(request, reply) : controller.file(path, request, reply));
    return { text: String(bytes), headers };
  };

  it('a console that is being built is 503, and says when to come again', async () => {
    const headers = {};
    const answer = answerTo('', {}, headers);
    await expect(answer).rejects.toMatchObject({ status: 503, code: 'service_unavailable', retryAfter: 10 });
    expect(headers).toEqual({ 'Cache-Control': 'no-store' });
  });

  it('a reader who comes meanwhile gets a page that asks again, and whose policy allows that alone', async () => {
    const { text, headers } = await answerTo('owner', {}, {}, 'text/html,application/xhtml+xml');
    expect(headers).toMatchObject({ status: 503, 'Retry-After': 10, 'Content-Type': 'text/html; charset=utf-8' });
    const [, script = ''] = /<script>(.*)<\/script>/.exec(text) ?? [];
    expect(script).toContain('location.reload()');
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['Content-Security-Policy']).toContain(`script-src 'sha256-${hash}';`);
  });

  it.each(['', 'translate', 'documents/doc_1', 'invite'])(
    '/console/%s is the page, which shows its screen',
    async (path) => {
      await build();
      const { text, headers } = await answerTo(path);
      expect(text).toBe(page);
      expect(headers['Cache-Control']).toBe('no-cache');
      expect(headers['Content-Security-Policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
      expect(headers['Content-Security-Policy']).toMatch(/require-trusted-types-for 'script'; trusted-types 'none'$/);
    },
  );

  it('a file whose name has its hash is kept for ever, and one that is not there is 404', async () => {
    await build();
    const { text, headers } = await answerTo('assets/a-1f.js');
    expect([text, headers['Cache-Control']]).toEqual(['let a', 'public, max-age=31536000, immutable']);
    const missed = {};
    await expect(answerTo('assets/a-0e.js', {}, missed)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    expect(missed).toEqual({ 'Cache-Control': 'no-store' });
  });

  it('the page knows where sign-ins are taken, and whether by a provider too', async () => {
    await build();
    const { text } = await answerTo('', { publicUrl: 'https://mt.example/api/', issuer: 'https://id.example' });
    expect(text).toContain('name="service-origin" content="https://mt.example"');
    expect(text).toContain('name="provider-sign-in" content="yes"');
    expect(text).not.toContain('id.example');
  });
});
