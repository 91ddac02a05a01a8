import { expect, it } from 'vitest';
import { cosignersOf } from './cosigners.js';
import { publicKeyOf } from './ed25519.js';
import { cosign, formatVerifierKey, makeVerifierKey, parsePolicy, signatureType } from './index.js';

const secrets = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte));
const time = new Date('2026-11-23T10:00:00Z');
const text = 'example.org/org_1\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n';

const policyOf = async (quorum: string) => {
  const keys = await Promise.all(
    secrets.map(async (secret, at) =>
      makeVerifierKey(`w${at}.example`, await publicKeyOf(secret), signatureType.cosignature),
    ),
  );
  const lines = keys.map((key, at) => `witness W${at} ${formatVerifierKey(key)}`);
  return parsePolicy([...lines, 'group two 2 W0 W1 W2', `quorum ${quorum}`, ''].join('\n'));
};
const noteBy = async (...signers: number[]) => ({
  text,
  signatures: await Promise.all(
    signers.map((at) => cosign(text, `w${at}.example`, secrets[at] ?? new Uint8Array(32), time)),
  ),
});

it('the witnesses that cosigned are named, with their times, and counted by the quorum', async () => {
  const both = [
    { name: 'W0', time },
    { name: 'W2', time },
  ];
  expect(await cosignersOf(await noteBy(2, 0), await policyOf('two'))).toEqual({ cosigners: both, isQuorum: true });
  expect(await cosignersOf(await noteBy(2), await policyOf('two'))).toMatchObject({ isQuorum: false });
  expect(await cosignersOf(await noteBy(2), await policyOf('none'))).toMatchObject({ isQuorum: true });
});

it('a cosignature of another text, or by another key of the name, counts for nothing', async () => {
  const policy = await policyOf('W0');
  const { signatures } = await noteBy(0);
  expect(await cosignersOf({ text: `${text}x\n`, signatures }, policy)).toEqual({ cosigners: [], isQuorum: false });
  const forged = await cosign(text, 'w0.example', secrets[1] ?? new Uint8Array(32), time);
  expect(await cosignersOf({ text, signatures: [forged] }, policy)).toEqual({ cosigners: [], isQuorum: false });
});
