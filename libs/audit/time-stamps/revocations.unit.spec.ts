import { X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TimeStampAuthority } from '#test/servers/time-stamp-authority.js';
import { pathToTrusted } from './chain-of-trust.js';
import { RevocationsError, readRevocations, revokedIn } from './revocations.js';
import { readTimeStampAnswer } from './time-stamp-answer.js';
import { timeStampRequest } from './time-stamp-request.js';

const derOf = (pem: string): Buffer => Buffer.from(pem.replaceAll(/-----[^-]+-----/g, ''), 'base64');
const minutes = (count: number): number => count * 60_000;

describe('certificates that an authority revoked', () => {
  let authority: TimeStampAuthority;
  let other: TimeStampAuthority;
  let path: X509Certificate[];
  let time: Date;
  beforeAll(async () => {
    [authority, other] = [await TimeStampAuthority.make(), await TimeStampAuthority.make()];
    const request = timeStampRequest('text');
    const answer = await readTimeStampAnswer(await authority.reply(request.bytes), request);
    if (!('token' in answer)) throw new Error('The authority gave no stamp');
    const { signer, others } = answer.read;
    time = answer.read.time;
    path = pathToTrusted(signer, others, [new X509Certificate(await authority.trusted)], time) ?? [];
  });
  afterAll(async () => {
    await authority.dispose();
    await other.dispose();
  });

  const found = async (...lists: Promise<string>[]) => {
    const read = (await Promise.all(lists)).map((list) => readRevocations(derOf(list)));
    const result = await revokedIn(path, time, read);
    if (result === undefined) return 'good';
    const [[kind, certificate] = []] = Object.entries(result) as [string, X509Certificate][];
    return `${kind}: ${certificate?.subject.split('\n').at(-1)}`;
  };
  const at = (shift: number) => new Date(time.getTime() + minutes(shift));

  it('a path of which nothing was revoked is good', async () => {
    expect(path.map(({ subject }) => subject.split('\n').at(-1))).toEqual(['CN=tsa', 'CN=between', 'CN=ca']);
    expect(await found(authority.revocations('between'))).toBe('good');
  });

  it('the certificate that signed is named once it was revoked, whenever the stamp was made', async () => {
    expect(await found(authority.revocations('between', { name: 'tsa', at: at(-5) }))).toBe('revoked: CN=tsa');
    expect(await found(authority.revocations('between', { name: 'tsa', at: at(5) }))).toBe('revoked: CN=tsa');
    const compromised = authority.revocations('between', { name: 'tsa', at: at(5), reason: 'keyCompromise' });
    expect(await found(compromised)).toBe('revoked: CN=tsa');
  });

  it('a stamp of before stays good where the reason says that the key was not at fault', async () => {
    const reason = 'superseded';
    expect(await found(authority.revocations('between', { name: 'tsa', at: at(5), reason }))).toBe('good');
    expect(await found(authority.revocations('between', { name: 'tsa', at: at(-5), reason }))).toBe('revoked: CN=tsa');
  });

  it('the certificate of an authority between is named', async () => {
    const above = await authority.revocations('ca', { name: 'between', at: at(-5) });
    const below = await authority.revocations('between');
    expect(await found(Promise.resolve(above), Promise.resolve(below))).toBe('revoked: CN=between');
  });

  it('a list by somebody else says nothing, although it has the same name', async () => {
    expect(await found(other.revocations('between', { name: 'tsa', at: at(-5) }))).toBe('unknown: CN=tsa');
    expect(await found()).toBe('unknown: CN=tsa');
  });

  it('what is no list is refused', async () => {
    const whole = derOf(await authority.revocations('between'));
    const damaged = [
      Buffer.alloc(0),
      Buffer.from('x'),
      whole.subarray(0, -1),
      Buffer.concat([whole, Buffer.of(0)]),
      path[0]?.raw,
    ];
    for (const bytes of damaged) expect(() => readRevocations(bytes ?? Buffer.alloc(0))).toThrow(RevocationsError);
  });
});
