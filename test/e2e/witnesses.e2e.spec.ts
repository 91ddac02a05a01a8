import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatVerifierKey, parseNote, verifyCosignature, verifyReceipt } from '@transledger/audit-proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WitnessDouble } from '#test/fakes/witness-double.js';
import { runCommandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { RunningService } from './running-service.js';

const logs = '/v1/compliance/audit-logs';
const text = { text: 'Hello.', source: 'en', target: 'es' };

interface Checkpoint {
  origin: string;
  size: number;
  checkpoint: string;
  cosignatures: string[];
}

describe('witnesses of a running service', () => {
  let folder: string;
  let policy: string;
  let witness: WitnessDouble;
  let service: RunningService;

  const get = async <T>(path: string): Promise<T> =>
    ((await (await service.fetch(`${logs}/${path}`)).json()) as { data: T }).data;
  const cosigned = (from: number): Promise<Checkpoint> =>
    eventually(
      () => get<Checkpoint>('checkpoint'),
      ({ size, cosignatures }) => size >= from && cosignatures.length > 0,
    );
  const doctor = (): Promise<{ findings: { check: string; verdict: string }[] }> =>
    runCommandLine<{ findings: { check: string; verdict: string }[] }>(
      { ...service.commandLineSettings, TRANSLEDGER_WITNESSES: policy },
      'doctor',
    ).catch((error: { stdout: string }) => JSON.parse(error.stdout));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transledger-witnesses-'));
    witness = await WitnessDouble.start('w1');
    witness.knowsAll = true;
    policy = join(folder, 'policy');
    await writeFile(policy, `witness W1 ${formatVerifierKey(witness.witness.key)} ${witness.witness.url}\nquorum W1\n`);
    service = await RunningService.start({
      settings: { TRANSLEDGER_INFERENCE: 'echo', TRANSLEDGER_WITNESSES: policy },
    });
  });
  afterAll(async () => {
    await service.dispose();
    witness.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('heads are cosigned behind the back of the acts, and shown so', async () => {
    expect((await service.postJson('/v1/translate', text)).status).toBe(200);
    // The entry of the key that was made at the first start, and that of the translation.
    const { size, checkpoint } = await cosigned(2);
    expect(await verifyCosignature(parseNote(checkpoint), witness.witness.key)).toBeInstanceOf(Date);
    const note = await (await service.fetch(`${logs}/tlog/checkpoint`)).text();
    expect(await verifyCosignature(parseNote(note), witness.witness.key)).toBeInstanceOf(Date);
    const { entries } = await get<{ entries: { id: string }[] }>('?action=translate');
    const receipt = await (await service.fetch(`${logs}/${entries[0]?.id}/receipt`)).text();
    expect(JSON.parse(receipt)).toMatchObject({
      tree_size: size,
      cosignatures: [expect.stringMatching(/^— w1\.example /)],
    });
    expect(await verifyReceipt(receipt)).toHaveProperty('verified');
    expect((await doctor()).findings).toContainEqual(expect.objectContaining({ check: 'witness W1', verdict: 'ok' }));
  });

  it('a later head is cosigned as the continuation of the one before', async () => {
    const before = await cosigned(1);
    expect((await service.postJson('/v1/translate', text)).status).toBe(200);
    await cosigned(before.size + 1);
    expect(witness.asked.at(-1)?.startsWith(`old ${before.size}\n`)).toBe(true);
  });

  it('a witness by hand keeps the log in a file, and compares each later one with it', async () => {
    const [key, file] = [join(folder, 'api.key'), join(folder, 'witness.json')];
    await writeFile(key, `${service.apiKey}\n`);
    const look = () =>
      runCommandLine<{ consistent: boolean; size: number; before: number | null }>(
        {},
        ...['audit', 'witness', file, '--url', `http://127.0.0.1:${service.port}`, '--api-key-file', key],
      );
    const first = await look();
    expect(first).toMatchObject({ consistent: true, before: null });
    expect((await service.postJson('/v1/translate?receipt=true', text)).status).toBe(200);
    const second = await look();
    expect([second.consistent, second.before, second.size > first.size]).toEqual([true, first.size, true]);
  });
});
