import { afterEach, describe, expect, it, vi } from 'vitest';
import { publicKeyOf, signEd25519, verifyEd25519 } from './ed25519.js';

const secret = Uint8Array.from({ length: 32 }, (_, at) => at);
const message = new TextEncoder().encode('a checkpoint\n');

const refusing = async (): Promise<never> => {
  throw new DOMException('no Ed25519 here', 'NotSupportedError');
};

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each([
  ['no Web Crypto, as on a page without https', { getRandomValues: () => undefined }],
  ['no `crypto` at all', undefined],
  ['a Web Crypto without Ed25519', { subtle: { importKey: refusing } }],
])('where there is %s', (_what, platform) => {
  it('keys, signatures and verdicts are those of Web Crypto', async () => {
    const publicKey = await publicKeyOf(secret);
    const signature = await signEd25519(secret, message);
    vi.stubGlobal('crypto', platform);
    expect(await publicKeyOf(secret)).toEqual(publicKey);
    expect(await signEd25519(secret, message)).toEqual(signature);
    expect(await verifyEd25519(publicKey, message, signature)).toBe(true);
    expect(await verifyEd25519(publicKey, message.subarray(1), signature)).toBe(false);
    expect(await verifyEd25519(publicKey, message, signature.with(0, (signature[0] ?? 0) ^ 1))).toBe(false);
    expect(await verifyEd25519(publicKey.subarray(1), message, signature)).toBe(false);
    expect(await verifyEd25519(publicKey, message, signature.subarray(1))).toBe(false);
  });
});
