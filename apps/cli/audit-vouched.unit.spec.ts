import { X509Certificate } from 'node:crypto';
import { cosign, formatVerifierKey, makeVerifierKey, parsePolicy, signatureType } from '@transledger/audit-proof';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTimeStampAnswer } from '#libs/audit/time-stamps/time-stamp-answer.js';
import { timeStampRequest } from '#libs/audit/time-stamps/time-stamp-request.js';
import { TimeStampAuthority } from '#test/servers/time-stamp-authority.js';
import { publicKeyOf } from '../../packages/audit-proof/ed25519.js';
import { vouchedAsJson, vouchedFor, vouchedLines } from './audit-vouched.js';

const text = 'mt.example.com/org_a\n7\nqpAiQJAP2kIMPdcVV0kkZ5lPmGLJFsb0fE6Jz+SjyBg=\n';
const secret = new Uint8Array(32).fill(7);
const cosignedAt = new Date('2026-11-23T10:00:00.000Z');

let authority: TimeStampAuthority;
let other: TimeStampAuthority;
let stamp: { size: number; text: string; token: Uint8Array; time: string };
beforeAll(async () => {
  [authority, other] = [await TimeStampAuthority.make(), await TimeStampAuthority.make()];
  const request = timeStampRequest(text);
  const answer = await readTimeStampAnswer(await authority.reply(request.bytes), request);
  if (!('token' in answer)) throw new Error('The authority gave no stamp');
  stamp = { size: 7, text, token: answer.token, time: answer.read.time.toISOString() };
});
afterAll(async () => {
  await authority.dispose();
  await other.dispose();
});

const certificatesOf = async (of: TimeStampAuthority) => [new X509Certificate(await of.trusted)];
const policyOf = async (quorum: string) => {
  const key = makeVerifierKey('w1.example', await publicKeyOf(secret), signatureType.cosignature);
  return parsePolicy(`witness W1 ${formatVerifierKey(key)}\nquorum ${quorum}\n`);
};
const bare = { checkpoint: { text, signatures: [] }, stamped: [] };

describe('time stamps of a file', () => {
  it('the time of a stamp is proven by the certificates of its authority', async () => {
    const vouched = await vouchedFor({ ...bare, stamped: [stamp] }, { tsaCa: await certificatesOf(authority) });
    const authorityName = 'O=Example, CN=tsa';
    expect(vouchedAsJson(vouched)).toEqual({
      cosigned_by: [],
      quorum_met: null,
      timestamps: [{ size: 7, time: stamp.time, authority: authorityName, authority_proven: true }],
    });
    expect(vouchedLines(vouched)).toEqual([
      `  Its first 7 entries were there at ${stamp.time}, as ${authorityName} has stamped.`,
    ]);
  });

  it('a stamp without known certificates is said to prove no identity', async () => {
    const vouched = await vouchedFor({ ...bare, stamped: [stamp] }, {});
    expect(vouchedAsJson(vouched)).toMatchObject({ timestamps: [{ authority_proven: false }] });
    expect(vouchedLines(vouched)[0]).toMatch(/proves no identity/);
    expect(vouchedLines(await vouchedFor(bare, {}))).toEqual([]);
  });

  it.each([
    ['of another text', () => [{ ...stamp, text: `${text}x` }], 'its time stamp is of another text'],
    ['of another time than it says', () => [{ ...stamp, time: '2020-01-01T00:00:00.000Z' }], 'another time'],
    ['that is damaged', () => [{ ...stamp, token: stamp.token.slice(0, -3) }], 'its time stamp'],
    ['that is missing', () => [], 'it has no time stamp'],
  ])('one %s is refused', async (_what, stamped, reason) => {
    const tsaCa = await certificatesOf(authority);
    await expect(vouchedFor({ ...bare, stamped: stamped() }, { tsaCa })).rejects.toThrow(reason);
  });

  it('one by a certificate that was revoked is refused, and the certificate named', async () => {
    const tsaCa = await certificatesOf(authority);
    const listOf = async (of: TimeStampAuthority, name?: 'tsa') => {
      const revoked = name && { name, at: new Date(Date.parse(stamp.time) - 60_000) };
      const pem = await of.revocations('between', revoked);
      return Buffer.from(pem.replaceAll(/-----[^-]+-----/g, ''), 'base64');
    };
    const withLists = async (...tsaCrl: Uint8Array[]) => vouchedFor({ ...bare, stamped: [stamp] }, { tsaCa, tsaCrl });
    const vouched = await withLists(await listOf(authority));
    expect(vouchedAsJson(vouched)).toMatchObject({ timestamps: [{ authority_proven: true }] });
    await expect(withLists(await listOf(authority, 'tsa'))).rejects.toThrow(
      'the certificate O=Example, CN=tsa of its time stamp was revoked',
    );
    await expect(withLists(await listOf(other))).rejects.toThrow('no given list of revoked certificates is by the');
    await expect(withLists(Buffer.from('x'))).rejects.toThrow('a given list of revoked certificates is none');
  });

  it('one by another authority than the given is refused', async () => {
    const tsaCa = await certificatesOf(other);
    await expect(vouchedFor({ ...bare, stamped: [stamp] }, { tsaCa })).rejects.toThrow(
      'does not lead to one of the given',
    );
  });
});

describe('cosignatures of a file', () => {
  it('the witnesses of the quorum are named', async () => {
    const checkpoint = { text, signatures: [await cosign(text, 'w1.example', secret, cosignedAt)] };
    const vouched = await vouchedFor({ ...bare, checkpoint }, { policy: await policyOf('W1') });
    expect(vouchedAsJson(vouched)).toMatchObject({
      cosigned_by: [{ witness: 'W1', time: cosignedAt.toISOString() }],
      quorum_met: true,
    });
    expect(vouchedLines(vouched)).toEqual([
      `  Cosigned by W1 (${cosignedAt.toISOString()}): the quorum of the policy.`,
    ]);
  });

  it('a file without the quorum is refused', async () => {
    await expect(vouchedFor(bare, { policy: await policyOf('W1') })).rejects.toThrow(
      'the quorum of the policy is not met: it is cosigned by none of its witnesses',
    );
    const vouched = await vouchedFor(bare, { policy: await policyOf('none') });
    expect(vouchedLines(vouched)).toEqual(['  No witness has cosigned it, and the policy wants none.']);
  });
});
