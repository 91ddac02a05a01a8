import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jsonLinesOf, LocalService, RawAnswer, RunFolder, refusal } from '../run.fixture.js';

let folder: RunFolder;
let service: LocalService;
/** The state of the service. */
let health: object;
let languages: object;
beforeEach(async () => {
  folder = new RunFolder();
  health = new RawAnswer(200, '{"status":"ready"}');
  languages = { languages: [], total: 3 };
  service = await LocalService.start(({ path }) => (path === '/health/ready' ? health : languages));
});
afterEach(() => {
  service.stop();
  folder.remove();
});

const verdicts = async (now?: () => number): Promise<{ code: number; found: Record<string, unknown> }> => {
  const { code, stdout } = await folder.run(['doctor'], { service, ...(now && { now }) });
  return { code, found: Object.fromEntries(jsonLinesOf(stdout).map(({ check, verdict }) => [String(check), verdict])) };
};

describe('the doctor', () => {
  it('all is well', async () => {
    expect(await verdicts()).toEqual({
      code: 0,
      found: { node: 'ok', state: 'ok', profile: 'ok', service: 'ok', clock: 'ok', key: 'ok' },
    });
  });

  it('a service that is degraded is a remark, and one that is not ready is wrong', async () => {
    health = new RawAnswer(200, '{"status":"degraded"}');
    expect(await verdicts()).toMatchObject({ code: 0, found: { service: 'remark' } });
    health = new RawAnswer(503, '{"status":"unready"}');
    expect(await verdicts()).toMatchObject({ code: 8, found: { service: 'wrong' } });
  });

  it('a clock that is off is wrong', async () => {
    expect(await verdicts(() => Date.now() + 600_000)).toMatchObject({ code: 8, found: { clock: 'wrong' } });
  });

  it('a key that nobody knows is wrong, and one that may not list languages is known', async () => {
    languages = refusal(401, 'invalid_api_key');
    expect(await verdicts()).toMatchObject({ code: 8, found: { key: 'wrong' } });
    languages = refusal(403, 'insufficient_scope');
    expect(await verdicts()).toMatchObject({ code: 0, found: { key: 'remark' } });
  });

  it('where nothing answers, or no profile is, that is said and the rest left out', async () => {
    service.stop();
    expect(await verdicts()).toEqual({ code: 8, found: { node: 'ok', state: 'ok', profile: 'ok', service: 'wrong' } });
    const { code, stdout } = await folder.run(['doctor', '--plain']);
    expect([code, stdout]).toEqual([8, expect.stringMatching(/✗ profile: No service is known[\s\S]*login/)]);
  });
});
