import { Webhook } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import { generateSecret, isVerifiable, keyOfSecret } from './webhook-secret.js';
import { type SignedMessage, sign } from './webhook-signature.js';
import { verify, WebhookVerificationError } from './webhook-verification.js';

const now = 1_614_265_330;
/** The vector that Standard Webhooks publishes with its libraries. */
const published = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  message: { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: now, payload: '{"test": 2432232314}' },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};
const { secret, message } = published;

const headersOf = (signed: SignedMessage, signature: string) => ({
  'webhook-id': signed.id,
  'webhook-timestamp': String(signed.timestamp),
  'webhook-signature': signature,
});
const headers = headersOf(message, published.signature);

const reasonOf = (check: () => void): string | undefined => {
  try {
    check();
    return undefined;
  } catch (error) {
    return error instanceof WebhookVerificationError ? error.reason : String(error);
  }
};

describe('a secret', () => {
  it('a secret is made of 32 random bytes', () => {
    expect(keyOfSecret(generateSecret())).toHaveLength(32);
    expect(generateSecret()).not.toBe(generateSecret());
    expect(isVerifiable(generateSecret())).toBe(true);
  });

  it.each([
    ['whsec_AAEC', '000102'],
    ['whsec_AAE=', '0001'],
    ['plain', Buffer.from('plain').toString('hex')],
    ['ключ', Buffer.from('ключ').toString('hex')],
    ['AAEC', Buffer.from('AAEC').toString('hex')],
    ['whsec_', Buffer.from('whsec_').toString('hex')],
    ['whsec_not base64!', Buffer.from('whsec_not base64!').toString('hex')],
  ])('the secret %j stands for the key %s', (text, key) =>
    expect(Buffer.from(keyOfSecret(text)).toString('hex')).toBe(key),
  );

  it.each([
    ['secret', true],
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', true],
    ['whsec_!!', false],
    ['whsec_', false],
    ['whsec_abc', false],
    ['', false],
  ])('receivers can verify what is signed with %j: %j', (text, can) => expect(isVerifiable(text)).toBe(can));
});

describe('a signature', () => {
  it('the published message is signed as published', () => expect(sign(message, [secret])).toBe(published.signature));

  it('the signature is the same for a body in bytes', () =>
    expect(sign({ ...message, payload: Buffer.from(message.payload) }, [secret])).toBe(published.signature));

  it('one signature is given for each secret, in their order', () => {
    const [first, second, ...rest] = sign(message, [secret, 'plain']).split(' ');
    expect(first).toBe(published.signature);
    expect(second).toBe(sign(message, ['plain']));
    expect(rest).toEqual([]);
  });

  it.each([
    ['a whsec_ secret', generateSecret(), {}],
    ['a plain secret', 'correct horse battery staple', { format: 'raw' } as const],
  ])('a signature with %s is accepted by the reference library', (_kind, given, options) => {
    const fresh = { id: 'msg_1', timestamp: Math.floor(Date.now() / 1_000), payload: '{"text":"ünïcödé 🙂"}' };
    const signed = headersOf(fresh, sign(fresh, ['another one', given]));
    expect(new Webhook(given, options).verify(fresh.payload, signed)).toEqual({ text: 'ünïcödé 🙂' });
  });

  it('a signature of the reference library is accepted', () => {
    const reference = new Webhook(secret).sign(message.id, new Date(message.timestamp * 1_000), message.payload);
    verify(message.payload, headersOf(message, reference), [secret], { now });
  });
});

it('where Node is not, and Web Crypto neither, messages are signed and verified alike', async () => {
  const portable = async <Part>(file: string): Promise<Part> => (await import(file)) as Part;
  vi.stubGlobal('process', {});
  vi.stubGlobal('crypto', undefined);
  vi.resetModules();
  try {
    const signing = await portable<typeof import('./webhook-signature.js')>('./webhook-signature.js');
    const verifying = await portable<typeof import('./webhook-verification.js')>('./webhook-verification.js');
    expect(signing.sign(message, [secret])).toBe(published.signature);
    expect(signing.sign({ ...message, payload: new TextEncoder().encode(message.payload) }, [secret])).toBe(
      published.signature,
    );
    verifying.verify(message.payload, headers, [secret], { now });
    expect(() => verifying.verify(`${message.payload} `, headers, [secret], { now })).toThrow('no-matching-signature');
  } finally {
    vi.unstubAllGlobals();
    vi.resetModules();
  }
});

describe('verification', () => {
  it('any one of several secrets is accepted', () => verify(message.payload, headers, ['old', secret], { now }));

  it('any one of several signatures, of whatever versions, is accepted', () => {
    const several = `v1a,abc= nonsense v1,AAAA ${published.signature}`;
    verify(message.payload, headersOf(message, several), [secret], { now });
  });

  it('header names are read in any case', () => {
    const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    verify(message.payload, capitals, [secret], { now });
  });

  it('a timestamp up to the tolerance away is accepted', () => {
    verify(message.payload, headers, [secret], { now: now + 300 });
    verify(message.payload, headers, [secret], { now: now - 300 });
    verify(message.payload, headers, [secret], { now: now + 3_600, tolerance: 3_600 });
  });

  it.each([
    ['too-old', message.payload, headers, secret, now + 301],
    ['too-new', message.payload, headers, secret, now - 301],
    ['bad-timestamp', message.payload, { ...headers, 'webhook-timestamp': '1614265330.5' }, secret, now],
    ['missing-header', message.payload, { ...headers, 'webhook-id': undefined }, secret, now],
    ['missing-header', message.payload, { ...headers, 'webhook-signature': '' }, secret, now],
    ['missing-header', message.payload, { ...headers, 'webhook-id': ['a', 'b'] }, secret, now],
    ['no-matching-signature', `${message.payload} `, headers, secret, now],
    ['no-matching-signature', message.payload, { ...headers, 'webhook-id': 'msg_other' }, secret, now],
    ['no-matching-signature', message.payload, { ...headers, 'webhook-timestamp': String(now + 1) }, secret, now],
    ['no-matching-signature', message.payload, headers, 'another secret', now],
    ['no-matching-signature', message.payload, { ...headers, 'webhook-signature': 'v1,' }, secret, now],
    [
      'no-matching-signature',
      message.payload,
      { ...headers, 'webhook-signature': published.signature.replace('v1,', 'v2,') },
      secret,
      now,
    ],
  ])('a message is refused: %s (%#)', (reason, payload, given, with_, at) =>
    expect(reasonOf(() => verify(payload, given, [with_], { now: at }))).toBe(reason),
  );
});
