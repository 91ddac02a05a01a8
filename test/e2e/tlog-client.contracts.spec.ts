import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { describeWith } from '#test/servers/describe-with.js';
import { inProject } from '#test/servers/installed.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

const logs = '/v1/compliance/audit-logs';
/** More than one tile has. */
const acts = 300;

interface ReadLog {
  origin: string;
  size: number;
  entries: number;
  sha256: string;
}

describeWith(['tlog-client'], 'the log by a client that others have written', () => {
  let service: RunningService;
  let key: string;
  beforeAll(async () => {
    service = await sharedService(withLoad);
    for (let at = 0; at < acts; at += 1)
      expect((await service.postJson('/v1/detect', { text: `Hello ${at}.` })).status).toBe(200);
    const { data } = (await (await service.fetch(`${logs}/keys`)).json()) as {
      data: { keys: { verifier_key: string }[] };
    };
    key = data.keys[0]?.verifier_key ?? '';
  });

  const read = (apiKey: string, verifierKey = key) =>
    promisify(execFile)(inProject('tlog-client-2/tlog-client'), [], {
      env: {
        TLOG_URL: `http://127.0.0.1:${service.port}${logs}/tlog/`,
        TLOG_API_KEY: apiKey,
        TLOG_KEY: verifierKey,
      },
    });

  it('it reads and verifies every entry, and they are those of an export', async () => {
    const { origin, size, entries, sha256 } = await eventually(
      async () => JSON.parse((await read(service.apiKey)).stdout) as ReadLog,
      (log) => log.size > acts,
    );
    expect([key.startsWith(`${origin}+`), entries]).toEqual([true, size]);
    const leaves = (await (await service.fetch(`${logs}/export`)).text())
      .split('\n')
      .filter((line) => line.startsWith('{"id"'))
      .map((line) => Buffer.from(JSON.parse(line).leaf, 'base64'))
      .slice(0, size);
    expect(createHash('sha256').update(Buffer.concat(leaves)).digest('hex')).toBe(sha256);
  });

  it('it takes no other key for that of the log, and is given nothing without one of the API', async () => {
    const [name, , bytes] = key.split('+', 3);
    await expect(read(service.apiKey, `${name}+00000000+${bytes}`)).rejects.toMatchObject({ code: 1 });
    await expect(read('tl_live_nobody')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('401') });
  });
});
