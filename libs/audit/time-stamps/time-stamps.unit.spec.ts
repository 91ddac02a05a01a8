import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthorityOptions, TimeStampAuthority } from '#test/servers/time-stamp-authority.js';
import { pathToTrusted } from './chain-of-trust.js';
import { readTimeStampAnswer } from './time-stamp-answer.js';
import { timeStampRequest } from './time-stamp-request.js';
import { readTimeStamp, type TimeStampToken } from './time-stamp-token.js';

const text = 'mt.example.com/org_a\n7\nqpAiQJAP2kIMPdcVV0kkZ5lPmGLJFsb0fE6Jz+SjyBg=\n';

/** A sequence in a sequence, so many of them. */
const nested = (depth: number): Buffer =>
  Buffer.concat(
    Array.from({ length: depth }, (_, at) => {
      const length = (depth - at - 1) * 4;
      return Buffer.of(0x30, 0x82, length >> 8, length & 0xff);
    }),
  );

const made: TimeStampAuthority[] = [];
const authorityWith = async (options: AuthorityOptions = {}): Promise<TimeStampAuthority> => {
  const authority = await TimeStampAuthority.make(options);
  made.push(authority);
  return authority;
};
afterAll(async () => {
  await Promise.all(made.map((authority) => authority.dispose()));
});

const stamped = async (authority: TimeStampAuthority) => {
  const request = timeStampRequest(text);
  const answer = await readTimeStampAnswer(await authority.reply(request.bytes), request);
  if (!('token' in answer)) throw new Error(JSON.stringify(answer));
  return answer;
};

const trustedOf = async (authority: TimeStampAuthority) => [new X509Certificate(await authority.trusted)];
const leads = ({ signer, others, time }: TimeStampToken, trusted: X509Certificate[], at = time) =>
  pathToTrusted(signer, others, trusted, at) !== undefined;

describe('a time stamp of an authority', () => {
  let authority: TimeStampAuthority;
  let stamp: Awaited<ReturnType<typeof stamped>>;
  beforeAll(async () => {
    authority = await authorityWith();
    stamp = await stamped(authority);
  });

  it('it is of the text, has a time, and OpenSSL verifies it', async () => {
    expect(Math.abs(stamp.read.time.getTime() - Date.now())).toBeLessThan(3_600_000);
    expect(stamp.read.signer.subject).toContain('CN=tsa');
    expect(await authority.verifies(stamp.token, text)).toBe(true);
    expect(await readTimeStamp(stamp.token, text)).toMatchObject({ time: stamp.read.time });
  });

  it('its certificates lead to the one at the top, and to no other', async () => {
    const other = await authorityWith();
    expect(leads(stamp.read, await trustedOf(authority))).toBe(true);
    expect(leads(stamp.read, await trustedOf(other))).toBe(false);
    expect(leads(stamp.read, [])).toBe(false);
    expect(leads({ ...stamp.read, others: [] }, await trustedOf(authority))).toBe(false);
    expect(leads({ ...stamp.read, others: [] }, [stamp.read.signer])).toBe(true);
  });

  it('its certificates lead nowhere at a time at which they are not valid', async () => {
    const trusted = await trustedOf(authority);
    expect(leads(stamp.read, trusted, new Date('2020-01-01'))).toBe(false);
    expect(leads(stamp.read, trusted, new Date('2120-01-01'))).toBe(false);
  });

  it('a stamp of another text is refused', async () => {
    await expect(readTimeStamp(stamp.token, `${text}x`)).rejects.toThrow('is of another text');
  });

  it('one with any byte changed is none, or the same', async () => {
    for (let at = 0; at < stamp.token.length; at += 7) {
      const damaged = Uint8Array.from(stamp.token);
      damaged[at] = (damaged[at] ?? 0) ^ 0x55;
      const found = await readTimeStamp(damaged, text).catch((error: Error) => error.name);
      if (typeof found === 'string') expect(found).toBe('TimeStampError');
      // Outside of what is signed a byte may mean nothing, and changes nothing of what is said.
      else expect(found.time).toEqual(stamp.read.time);
    }
  });

  it('an answer to another request is refused', async () => {
    const [request, other] = [timeStampRequest(text), timeStampRequest(text)];
    expect(await readTimeStampAnswer(await authority.reply(request.bytes), other)).toEqual({
      invalid: 'it repeats another number than it was given',
    });
    const strange = timeStampRequest('other');
    expect(await readTimeStampAnswer(await authority.reply(strange.bytes), request)).toEqual({
      invalid: 'the time stamp is of another text',
    });
  });

  it('an authority that refuses says why', async () => {
    const strict = await authorityWith({ configuration: ['digests = sha512'] });
    const request = timeStampRequest(text);
    const answer = await readTimeStampAnswer(await strict.reply(request.bytes), request);
    expect(answer).toEqual({ rejected: expect.stringMatching(/^status 2/) });
  });

  it('one that is larger than any, or has more certificates, is none', async () => {
    await expect(readTimeStamp(new Uint8Array(70_000), text)).rejects.toThrow('is too large');
    const chain = await authority.trusted;
    const long = await authorityWith({ sent: Array<string>(16).fill(chain) });
    const request = timeStampRequest(text);
    expect(await readTimeStampAnswer(await long.reply(request.bytes), request)).toEqual({
      invalid: 'the time stamp has too many certificates',
    });
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['a page', Buffer.from('<html></html>')],
    ['nested without end', Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at % 2 === 0 ? 0x30 : 0x80)))],
    ['nested deeply', nested(15_000)],
  ])('%s is no answer', async (_what, bytes) => {
    expect(await readTimeStampAnswer(bytes, timeStampRequest(text))).toHaveProperty('invalid');
  });
});

describe('authorities of other kinds', () => {
  it.each([
    ['RSA', { key: ['rsa:2048'] }],
    ['SHA-1 names of certificates', { configuration: ['ess_cert_id_alg = sha1'] }],
    ['SHA-512', { configuration: ['signer_digest = sha512', 'ess_cert_id_alg = sha512'] }],
    ['P-384', { key: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384'], configuration: ['signer_digest = sha384'] }],
  ])('%s is read', async (_what, options) => {
    const authority = await authorityWith(options);
    const { read, token } = await stamped(authority);
    expect(leads(read, await trustedOf(authority))).toBe(true);
    expect(await authority.verifies(token, text)).toBe(true);
  });

  it.each([
    ['may not issue', ['basicConstraints=critical,CA:false']],
    ['is constrained to names', ['basicConstraints=critical,CA:true', 'nameConstraints=critical,permitted;DNS:x.test']],
  ])('a certificate in between that %s leads nowhere', async (_what, between) => {
    const authority = await authorityWith({ between });
    const request = timeStampRequest(text);
    const answer = await readTimeStampAnswer(await authority.reply(request.bytes), request);
    if (!('token' in answer)) throw new Error(JSON.stringify(answer));
    expect(leads(answer.read, await trustedOf(authority))).toBe(false);
  });
});

describe('a stamp that was signed in another way', () => {
  /** The stamp of an authority, signed again by the certificate of another. */
  const signedBy = async (extensions: string[], ...options: string[]): Promise<Uint8Array> => {
    const [real, other] = [await authorityWith(), await authorityWith({ extensions })];
    const at = (name: string) => join(other.folder, name);
    writeFileSync(at('token.der'), (await stamped(real)).token);
    const cms = (...args: string[]) => execFileSync('openssl', ['cms', '-binary', ...args], { stdio: 'pipe' });
    cms('-verify', '-noverify', '-inform', 'DER', '-in', at('token.der'), '-out', at('info.der'));
    const [signer, files] = [
      ['-signer', at('tsa.pem'), '-inkey', at('tsa.key')],
      ['-in', at('info.der'), '-outform', 'DER', '-out', at('forged.der')],
    ];
    cms('-sign', '-nodetach', '-md', 'sha256', ...signer, ...files, ...options);
    return readFileSync(at('forged.der'));
  };
  const type = ['-econtent_type', '1.2.840.113549.1.9.16.1.4'];
  const forTimeStamps = 'extendedKeyUsage=critical,timeStamping';

  it('a token with all that belongs to a stamp is one, of whoever signed it', async () => {
    await expect(readTimeStamp(await signedBy([forTimeStamps], ...type, '-cades'), text)).resolves.toBeDefined();
  });

  it.each([
    ['for other things too', 'extendedKeyUsage=critical,timeStamping,codeSigning'],
    ['for whatever does not look', 'extendedKeyUsage=timeStamping'],
    ['for everything', 'basicConstraints=CA:false'],
  ])('a token by a certificate that is %s is no stamp', async (_what, extension) => {
    await expect(readTimeStamp(await signedBy([extension], ...type, '-cades'), text)).rejects.toThrow(
      'is signed by a certificate that is not for time stamps alone',
    );
  });

  it.each([
    ['the name of its certificate', type, 'does not name its certificate'],
    ['attributes', [...type, '-noattr'], 'is signed as another kind of message'],
    ['its kind', ['-cades'], 'holds no time'],
  ])('without %s it is none', async (_what, options, reason) => {
    await expect(readTimeStamp(await signedBy([forTimeStamps], ...options), text)).rejects.toThrow(reason);
  });
});
