import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonLinesOf, LocalService, RunFolder, refusal } from './run.fixture.js';

let folder: RunFolder;
let service: LocalService;
beforeEach(async () => {
  folder = new RunFolder();
  service = await LocalService.start(({ headers }) =>
    headers.authorization === 'Bearer tl_live_known' ? { languages: [], total: 0 } : refusal(401, 'invalid_api_key'),
  );
});
afterEach(() => {
  service.stop();
  folder.remove();
});

const file = (): string => join(folder.path, 'config/transledger/profiles.json');
const login = (key: string, ...more: string[]) =>
  folder.run(['login', '--url', `${service.url}/`, ...more], { stdin: key });

describe('profiles', () => {
  it('a key that the service knows is kept for its owner alone, and used from then on', async () => {
    expect((await login('tl_live_known\n')).code).toBe(0);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
      default: 'default',
      profiles: { default: { url: service.url, api_key: 'tl_live_known' } },
    });
    expect((await folder.run(['languages'])).code).toBe(0);
    const listed = await folder.run(['profiles']);
    expect(listed.stdout).not.toContain('tl_live');
    expect(jsonLinesOf(listed.stdout)).toEqual([{ name: 'default', url: service.url, default: true }]);
  });

  it.each([
    ['tl_live_other', 2],
    ['', 7],
    ['two words', 7],
    ['two\nlines', 7],
  ])('%j is not kept', async (key, exit) => {
    expect((await login(key)).code).toBe(exit);
    expect(() => statSync(file())).toThrow('ENOENT');
  });

  it('a key that may not list languages is known all the same', async () => {
    service.stop();
    service = await LocalService.start(() => refusal(403, 'insufficient_scope'));
    expect((await login('tl_live_known')).code).toBe(0);
  });

  it('a file that others may read is refused until that is mended', async () => {
    await login('tl_live_known');
    chmodSync(file(), 0o644);
    const { code, stderr } = await folder.run(['languages']);
    expect([code, stderr]).toEqual([7, expect.stringContaining('chmod 600')]);
  });

  it.each(['{', '[]', '{"profiles":{"default":{"url":1}}}'])('a damaged file is said to be: %s', async (content) => {
    await login('tl_live_known');
    writeFileSync(file(), content);
    const { code, stderr } = await folder.run(['languages']);
    expect([code, stderr]).toEqual([7, expect.stringContaining('is damaged')]);
  });

  it('the profile that is named goes before the usual one, which goes before the environment', async () => {
    await login('tl_live_known', '--profile', 'first');
    await login('tl_live_known', '--profile', 'second');
    const env = { TRANSLEDGER_URL: 'http://127.0.0.1:1', TRANSLEDGER_API_KEY: 'tl_live_other' };
    expect((await folder.run(['languages'], { env })).code).toBe(0);
    expect((await folder.run(['languages', '--profile', 'second'])).code).toBe(0);
    expect((await folder.run(['languages', '--profile', 'third'])).code).toBe(7);
    expect((await folder.run(['languages'], { env: { TRANSLEDGER_PROFILE: 'toString' } })).code).toBe(7);
  });

  it('a profile is forgotten, and the next one is the usual', async () => {
    await login('tl_live_known', '--profile', 'first');
    await login('tl_live_known', '--profile', 'second');
    expect((await folder.run(['logout'])).code).toBe(0);
    expect(jsonLinesOf((await folder.run(['profiles'])).stdout)).toMatchObject([{ name: 'second', default: true }]);
    expect((await folder.run(['logout', '--profile', 'first'])).code).toBe(7);
  });

  it.each(['ftp://x', 'x', 'http://user:word@x', 'http://x/?a=b'])('%s is no address', async (url) => {
    expect((await folder.run(['login', '--url', url], { stdin: 'tl_live_known' })).code).toBe(6);
  });

  it('a key on its way to another machine in clear is warned of', async () => {
    const { code, stderr } = await folder.run(['login', '--url', 'http://transledger.invalid'], {
      stdin: 'tl_live_known',
    });
    expect([code, stderr]).toEqual([5, expect.stringContaining('is not encrypted')]);
  });
});
