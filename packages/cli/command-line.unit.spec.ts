import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exits } from './exit-codes.js';
import { jsonLinesOf, LocalService, RawAnswer, RunFolder, refusal } from './run.fixture.js';
import { version } from './version.js';

let folder: RunFolder;
let service: LocalService | undefined;
beforeEach(() => {
  folder = new RunFolder();
});
afterEach(() => {
  service?.stop();
  service = undefined;
  folder.remove();
});

describe('the command line', () => {
  it('help goes to standard output and ends well', async () => {
    const { code, stdout, stderr } = await folder.run(['--help']);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('Usage: transledger');
  });

  it.each([[['bogus']], [['detect', '--bogus']], [['translate', 'x']], [['translate', 'x', '--target', '../x']]])(
    'wrong usage is said, as JSON to programs: %j',
    async (args) => {
      const told = await folder.run(args);
      expect([told.code, told.stdout]).toEqual([6, '']);
      expect(jsonLinesOf(told.stderr)).toMatchObject([{ error: { code: 'usage', exit_code: 6, retryable: false } }]);
      const shown = await folder.run(args, { isTerminal: true });
      expect(shown.code).toBe(6);
      expect(shown.stderr).toMatch(/^error: .*\n/);
    },
  );

  it('without a profile and a key nothing is asked', async () => {
    const { code, stderr } = await folder.run(['detect', 'x']);
    expect(code).toBe(7);
    expect(jsonLinesOf(stderr)).toMatchObject([
      { error: { code: 'config', advice: expect.stringContaining('login') } },
    ]);
  });

  it('data are lines of JSON where nobody looks, and text for people', async () => {
    service = await LocalService.start(() => ({ language: 'en', language_name: 'English', confidence: 0.98 }));
    const { stdout } = await folder.run(['detect', 'x'], { service });
    expect(jsonLinesOf(stdout)).toMatchObject([{ language: 'en', request_id: 'req_1' }]);
    expect((await folder.run(['detect', 'x'], { service, isTerminal: true })).stdout).toBe('en  English, 98 %\n');
    expect((await folder.run(['detect', 'x', '--plain'], { service })).stdout).toBe('en  English, 98 %\n');
    const forced = await folder.run(['--json', 'detect', 'x'], { service, isTerminal: true });
    expect(jsonLinesOf(forced.stdout)).toMatchObject([{ language: 'en' }]);
  });

  it.each([
    [401, 'invalid_api_key', 2],
    [403, 'insufficient_scope', 2],
    [402, 'insufficient_quota', 4],
    [429, 'quota_exceeded', 4],
    [400, 'invalid_request', 6],
    [404, 'not_found', 6],
    [500, 'processing_failed', 1],
  ])('%i %s ends with its code', async (status, code, exit) => {
    service = await LocalService.start(() => refusal(status, code));
    const found = await folder.run(['detect', 'x'], { service });
    expect(found.code).toBe(exit);
    expect(jsonLinesOf(found.stderr)).toMatchObject([{ error: { code, request_id: 'req_1', exit_code: exit } }]);
  });

  it('a wait beyond all patience ends at once, and says when to come again', async () => {
    service = await LocalService.start(() => refusal(429, 'rate_limit_exceeded', { 'retry-after': '3600' }));
    const { code, stderr } = await folder.run(['detect', 'x'], { service });
    expect([code, service.got.length]).toEqual([3, 1]);
    expect(stderr).toContain('Come again in 3600 s.');
  });

  it('a redirect is not followed, and its target is named', async () => {
    service = await LocalService.start(() => new RawAnswer(302, '', { location: 'http://elsewhere.example/' }));
    const { code, stderr } = await folder.run(['detect', 'x'], { service });
    expect([code, stderr]).toEqual([7, expect.stringContaining('http://elsewhere.example')]);
  });

  it('what a service says steers no terminal', async () => {
    service = await LocalService.start(() => ({
      language: 'e\u001b[2Jn',
      language_name: 'a\u202eb\nc',
      confidence: 1,
    }));
    const shown = await folder.run(['detect', 'x'], { service, isTerminal: true });
    expect(['\u001b', '\u202e'].filter((sign) => shown.stdout.includes(sign))).toEqual([]);
    const { stdout } = await folder.run(['detect', 'x'], { service });
    expect(['\u001b', '\u202e'].filter((sign) => stdout.includes(sign))).toEqual([]);
    expect(jsonLinesOf(stdout)).toMatchObject([{ language: 'e\u001b[2Jn', language_name: 'a\u202eb\nc' }]);
  });

  it('it says who it is to the service', async () => {
    service = await LocalService.start(() => ({ language: 'en', language_name: 'English', confidence: 1 }));
    await folder.run(['detect', 'x'], { service });
    const [{ headers } = { headers: {} }] = service.got;
    expect(headers).toMatchObject({ 'user-agent': `transledger-cli/${version}`, authorization: 'Bearer tl_live_key' });
  });

  it('the version is that of the package', () => {
    const { version: packed } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));
    expect(version).toBe(packed);
  });

  it('the documentation has every exit code, with what it means', () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/cli.md'), 'utf8');
    for (const { code, isRetryable, meaning } of Object.values(exits))
      expect(page).toContain(`| ${code} | ${meaning} | ${isRetryable ? 'yes' : 'no'} |`);
  });
});
