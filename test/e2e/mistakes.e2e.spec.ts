import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandLineProgram } from './command-line.js';
import { eventually } from './eventually.js';
import { commandMistakes } from './mistakes/command-mistakes.js';
import { complianceMistakes } from './mistakes/compliance-mistakes.js';
import { documentMistakes } from './mistakes/document-mistakes.js';
import type { Asked } from './mistakes/mistake.js';
import { settingsMistakes } from './mistakes/settings-mistakes.js';
import { firstFrames, streamMistakes } from './mistakes/stream-mistakes.js';
import { textMistakes } from './mistakes/text-mistakes.js';
import { cleanEnvironment, type RunningService } from './running-service.js';
import { sharedService, withApertium } from './shared-service.js';
import { StreamClient } from './stream-client.js';

interface Answer {
  data?: { id?: string; status?: string; key?: string; invite_url?: string };
  error?: { code: string; status: number; message: string };
  meta?: { warnings?: { message: string }[] };
}

describe('what people get wrong on their first day is answered with what to do', () => {
  let service: RunningService;
  const known: Record<string, string> = {};

  const made = async (answer: Response): Promise<NonNullable<Answer['data']>> => {
    expect(answer.ok, answer.url).toBe(true);
    return ((await answer.json()) as Answer).data ?? {};
  };

  const filled = (text: string): string => text.replaceAll(/\{(\w+)\}/g, (all, name: string) => known[name] ?? all);

  const answerTo = async ({ path, init, form, key }: Asked): Promise<Answer> => {
    const headers = Object.entries(init.headers ?? {}).map(
      ([name, value]) => [name, filled(value)] as [string, string],
    );
    let body: string | URLSearchParams | FormData | undefined =
      typeof init.body === 'string' ? filled(init.body) : init.body;
    if (form !== undefined) {
      body = new FormData();
      for (const [name, value, file] of form)
        file === undefined ? body.append(name, value) : body.append(name, new Blob([value]), file);
    } else if (typeof body === 'string' && !headers.some(([name]) => name === 'content-type'))
      body = new Blob([body]) as never;
    const response = await service.fetch(filled(path), { ...init, headers, ...(key === null && { key }), body });
    const answer = (await response.json()) as Answer;
    expect(answer.error?.status ?? response.status).toBe(response.status);
    return answer;
  };

  beforeAll(async () => {
    service = await sharedService(withApertium);
    const form = new FormData();
    form.set('source', 'en');
    form.set('target', 'es');
    form.set('file', new Blob(['The house is big.\n']), 'a.txt');
    const document = await made(await service.fetch('/v1/documents', { method: 'POST', body: form }));
    const terms = { name: 'a', source_language: 'en', target_language: 'es', entries: [{ source: 'a', target: 'b' }] };
    const glossary = await made(await service.postJson('/v1/glossaries', terms));
    const hook = { url: 'https://hooks.example.com/', events: ['document.completed'] };
    const webhook = await made(await service.postJson('/v1/webhooks', hook));
    const invited = { email: 'ada@example.com', role: 'developer' };
    const user = await made(await service.postJson('/v1/users', invited));
    const narrow = await made(await service.postJson('/v1/api-keys', { name: 'a', scopes: ['translate'] }));
    Object.assign(known, { url: service.url, apiKey: service.apiKey, narrowKey: narrow.key });
    Object.assign(known, { document: document.id, glossary: glossary.id, webhook: webhook.id });
    const organization = await made(await service.fetch('/v1/organization'));
    Object.assign(known, { organization: organization.id });
    known.invite = user.invite_url?.split('#').at(-1) ?? '';
    await eventually(
      async () => made(await service.fetch(`/v1/documents/${document.id}`)),
      ({ status }) => status === 'completed',
    );
  });

  it.each(textMistakes)('text: %s', async (_what, asked, status, code, says) => {
    const { error } = await answerTo(asked);
    expect(error).toMatchObject({ status, code, message: expect.stringMatching(says) });
  });

  it.each(documentMistakes)('documents: %s', async (_what, asked, status, code, says) => {
    const { error } = await answerTo(asked);
    expect(error).toMatchObject({ status, code, message: expect.stringMatching(says) });
  });

  it.each(complianceMistakes)('compliance: %s', async (_what, asked, status, code, says) => {
    const { error } = await answerTo(asked);
    expect(error).toMatchObject({ status, code, message: expect.stringMatching(says) });
  });

  it.each(settingsMistakes)('settings: %s', async (_what, asked, status, code, says) => {
    const { error } = await answerTo(asked);
    expect(error).toMatchObject({ status, code, message: expect.stringMatching(says) });
  });

  it.each([
    ['glossaryId', '/v1/translate', { text: 'a', source: 'en', target: 'es', glossaryId: 'x' }, 'glossary_id'],
    [
      'preserveFormatting',
      '/v1/translate',
      { text: 'a', source: 'en', target: 'es', preserveFormatting: false },
      'preserve_formatting',
    ],
    [
      'a glossary of a batch',
      '/v1/translate/batch',
      { texts: ['a'], source: 'en', target: 'es', glossary_id: 'x' },
      'ignored',
    ],
    ['expires_in', '/v1/api-keys', { name: 'a', scopes: ['translate'], expires_in: 60 }, 'ignored'],
    [
      'a time zone of a period',
      '/v1/compliance/reports',
      { type: 'usage', format: 'json', period: { start: '2026-10-01', end: '2026-10-31', time_zone: 'UTC' } },
      'period.time_zone is not known',
    ],
    ['a secret of its own', '/v1/webhooks/{webhook}/rotate-secret', { secret: 'a' }, 'secret is not known'],
    ['an event to be tested', '/v1/webhooks/{webhook}/test', { event: 'document.failed' }, 'event is not known'],
  ])('what is ignored is told: %s', async (_what, path, body, says) => {
    const answer = await service.postJson(filled(path), body);
    expect(answer.ok).toBe(true);
    const { meta } = (await answer.json()) as Answer;
    expect(meta?.warnings).toMatchObject([{ message: expect.stringContaining(says) }]);
  });

  it.each(streamMistakes)('stream: %s', async (_what, frames, code, says) => {
    const { client } = await StreamClient.authenticated(service.url, service.apiKey);
    for (const frame of frames) client.say(frame);
    await eventually(
      async () => client.frames,
      (got) => got.some(({ type }) => type === 'error'),
    );
    const error = client.frames.find(({ type }) => type === 'error');
    expect(error).toMatchObject({ code, message: expect.stringMatching(says) });
    client.socket.close(1000);
  });

  it.each(firstFrames)('stream, the first frame: %s', async (_what, frame, code, says) => {
    const client = await StreamClient.open(service.url);
    client.say(frame);
    expect(await client.closed()).toBe(4401);
    expect(client.frames.at(-1)).toMatchObject({ type: 'error', code, message: expect.stringMatching(says) });
  });

  it.each([
    ['help', 'keys'],
    ['keys', '--help'],
  ])('transledger-admin %s %s names the commands', async (...typed) => {
    const { stdout } = await promisify(execFile)(process.execPath, [commandLineProgram, ...typed]);
    expect(stdout).toMatch(/create .*list .*revoke /s);
  });

  const commands = commandMistakes.map(([typed, says, settings = {}]) => [typed, says, settings] as const);

  it.each(commands)('transledger-admin %s says %s', async (typed, says, settings) => {
    const env = { ...cleanEnvironment(), ...service.commandLineSettings, ...settings };
    const [code, printed] = await new Promise<[unknown, string]>((resolve) => {
      const args = [commandLineProgram, ...filled(typed).split(' ')];
      const command = execFile(process.execPath, args, { env }, (error, stdout, stderr) =>
        resolve([error?.code ?? 0, stderr || stdout]),
      );
      command.stdin?.end();
    });
    expect(printed).toMatch(says);
    expect(code).toBe(1);
  });
});
