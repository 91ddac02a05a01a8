import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { formatVerifierKey, makeVerifierKey, signatureType } from '@transledger/audit-proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WitnessDouble } from '#test/fakes/witness-double.js';
import { describeWith } from '#test/servers/describe-with.js';
import { TimeStampAuthority } from '#test/servers/time-stamp-authority.js';
import { runCommandLine } from './command-line.js';
import { eventually } from './eventually.js';
import { metricsWith } from './metrics-page.js';
import { RunningService } from './running-service.js';

const logs = '/v1/compliance/audit-logs';
const text = { text: 'Hello.', source: 'en', target: 'es' };

interface Head {
  size: number;
  cosignatures: string[];
  timestamps: { size: number; time: string; text: string; token: string }[];
}
interface Verdict {
  verified: boolean;
  reason?: string;
  cosigned_by: { witness: string }[];
  quorum_met: boolean | null;
  timestamps: { size: number; authority: string; authority_proven: boolean }[];
}

/** The output of a command that ended with 1. */
const printed = (error: { stdout: string }): Verdict => JSON.parse(error.stdout);

describe('time stamps of a running service', () => {
  let folder: string;
  let authority: TimeStampAuthority;
  let other: TimeStampAuthority;
  let witness: WitnessDouble;
  let policy: string;
  let service: RunningService;
  let key: string;

  const at = (name: string) => join(folder, name);
  const get = async (path: string): Promise<string> => (await service.fetch(`${logs}/${path}`)).text();
  const head = async (): Promise<Head> => JSON.parse(await get('checkpoint')).data;
  const verify = (file: string, ...more: string[]): Promise<Verdict> =>
    runCommandLine<Verdict>({}, 'audit', 'verify', file, '--key', key, ...more).catch(printed);
  const ca = (of: TimeStampAuthority): string[] => ['--tsa-ca', join(of.folder, 'ca.pem')];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transledger-time-stamps-'));
    [authority, other] = [await TimeStampAuthority.make(), await TimeStampAuthority.make()];
    witness = await WitnessDouble.start('w1');
    witness.knowsAll = true;
    policy = at('policy');
    await writeFile(policy, `witness W1 ${formatVerifierKey(witness.witness.key)} ${witness.witness.url}\nquorum W1\n`);
    service = await RunningService.start({
      settings: {
        TRANSLEDGER_INFERENCE: 'echo',
        TRANSLEDGER_TSA_URL: await authority.listen(),
        TRANSLEDGER_WITNESSES: policy,
      },
    });
    key = JSON.parse(await get('keys')).data.keys[0].verifier_key;
  });
  afterAll(async () => {
    await service.dispose();
    witness.close();
    await authority.dispose();
    await other.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('a head is stamped behind the back of the acts, and OpenSSL verifies what is stamped', async () => {
    expect((await service.postJson('/v1/translate', text)).status).toBe(200);
    const { timestamps } = await eventually(head, ({ timestamps: found }) => found.length > 0);
    const [stamp] = timestamps;
    expect(await authority.verifies(Buffer.from(stamp?.token ?? '', 'base64'), stamp?.text ?? '')).toBe(true);
    const stamped = /^transledger_timestamp_answers_total\{[^}]*answer="stamped"[^}]*\} 1$/m;
    const metrics = await metricsWith(service, stamped);
    expect(metrics).toMatch(/^transledger_timestamp_answers_total\{[^}]*answer="unreachable"[^}]*\} 0$/m);
    const settings = { ...service.commandLineSettings, TRANSLEDGER_TSA_URL: 'http://127.0.0.1/' };
    const { findings } = await runCommandLine<{ findings: object[] }>(settings, 'doctor').catch((error) =>
      JSON.parse(error.stdout),
    );
    expect(findings).toContainEqual(expect.objectContaining({ check: 'time stamps', verdict: 'ok' }));
  });

  it('a receipt of an entry of before is verified with the certificates of the authority, and no others', async () => {
    const { timestamps, size } = await eventually(head, ({ cosignatures }) => cosignatures.length > 0);
    const stamped = timestamps[0]?.size ?? 0;
    expect(stamped).toBeLessThanOrEqual(size);
    const { entries } = JSON.parse(await get('?limit=1000')).data;
    const first = entries.at(-1).id;
    const receipt = at('receipt.json');
    await writeFile(receipt, await get(`${first}/receipt`));
    expect(await verify(receipt, ...ca(authority), '--policy', policy)).toMatchObject({
      verified: true,
      entry_id: first,
      quorum_met: true,
      cosigned_by: [{ witness: 'W1' }],
      timestamps: [{ size: stamped, authority: 'O=Example, CN=tsa', authority_proven: true }],
    });
    expect(await verify(receipt)).toMatchObject({ verified: true, timestamps: [{ authority_proven: false }] });
    expect(await verify(receipt, ...ca(other))).toMatchObject({
      verified: false,
      reason: expect.stringContaining('lead'),
    });
  });

  it('so are a checkpoint, and an export', async () => {
    const [checkpoint, note, exported] = [at('checkpoint.json'), at('checkpoint.txt'), at('export.ndjson')];
    await eventually(head, ({ cosignatures }) => cosignatures.length > 0);
    await writeFile(checkpoint, await get('checkpoint'));
    await writeFile(note, await get('tlog/checkpoint'));
    await writeFile(exported, await get('export'));
    expect(await verify(checkpoint, ...ca(authority), '--policy', policy)).toMatchObject({
      verified: true,
      quorum_met: true,
      timestamps: [{ authority_proven: true }],
    });
    expect(await verify(note, '--policy', policy)).toMatchObject({ verified: true, quorum_met: true, timestamps: [] });
    expect(await verify(note, ...ca(authority))).toMatchObject({ verified: false, reason: 'it has no time stamp' });
    expect(await verify(exported, ...ca(authority))).toMatchObject({
      verified: true,
      timestamps: [{ authority_proven: true }],
    });
    const strange = at('strange-policy');
    const { name, publicKey } = witness.witness.key;
    const unknown = makeVerifierKey(
      name,
      publicKey.map((byte) => byte ^ 1),
      signatureType.cosignature,
    );
    await writeFile(strange, `witness W2 ${formatVerifierKey(unknown)}\nquorum W2\n`);
    for (const file of [checkpoint, note, exported])
      expect(await verify(file, '--policy', strange)).toMatchObject({
        verified: false,
        reason: 'the quorum of the policy is not met: it is cosigned by none of its witnesses',
      });
  });

  describeWith(['jq'], 'what the documentation says of jq and OpenSSL', () => {
    it('it does what it says', async () => {
      const script = `
        jq -j '.timestamps[0].text' receipt.json > stamped.txt
        jq -r '.timestamps[0].token' receipt.json | base64 -d > stamp.der
        openssl ts -verify -in stamp.der -token_in -data stamped.txt -CAfile '${join(authority.folder, 'ca.pem')}'
      `;
      const { stdout, stderr } = await promisify(execFile)('sh', ['-ec', script], { cwd: folder });
      expect(`${stdout}${stderr}`).toContain('Verification: OK');
    });
  });
});
