import { parseNote } from '@transledger/audit-proof';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LogKeys } from '#libs/audit/log-key.js';
import { timeStampRequest } from '#libs/audit/time-stamps/time-stamp-request.js';
import { readTimeStamp } from '#libs/audit/time-stamps/time-stamp-token.js';
import { firstKeyOf } from '#libs/domain/audit/log-key-period.js';
import { BytePoster } from '#libs/platform/outbound-http/post-bytes.js';
import { freePort } from '#libs/platform/process/free-port.js';
import type { SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { TimeStamp } from '#libs/ports/log-signatures/time-stamps.port.js';
import { TimeStampAuthority } from '#test/servers/time-stamp-authority.js';
import { Authority } from './authority.js';
import { TimeStamping } from './time-stamping.js';

const hourMs = 3_600_000;

let openssl: TimeStampAuthority;
let url: string;
let poster: BytePoster;
let logs: SignedLog[];
let kept: (TimeStamp & { origin: string })[];
let answers: string[];
let lines: object[];

beforeAll(async () => {
  openssl = await TimeStampAuthority.make();
  url = await openssl.listen();
});
afterAll(() => openssl.dispose());

const signed = async (organizationId: string, size: number): Promise<SignedLog> => {
  const origin = `mt.example.com/${organizationId}`;
  const keys = new LogKeys(new Uint8Array(32).fill(1), organizationId, [firstKeyOf(origin)]);
  const head = { size, root: Buffer.alloc(32, size) };
  const checkpoint = await keys.sign(origin, head, new Date());
  const rest = { signedAt: new Date().toISOString(), stoppedBecause: undefined, isKeptOutside: true };
  return { organizationId, origin, ...head, checkpoint, ...rest };
};

beforeEach(async () => {
  poster = new BytePoster({ timeoutMs: 30_000, maxBytes: 10_000 });
  logs = [await signed('org_a', 7)];
  [kept, answers, lines] = [[], [], []];
  openssl.instead = undefined;
  openssl.asked.length = 0;
});
afterEach(async () => {
  vi.useRealTimers();
  await poster.close();
});

const stampingAt = (at = url, by: Pick<BytePoster, 'post'> = poster) =>
  new TimeStamping({
    authority: new Authority(at, by),
    signatures: { all: async () => logs },
    timeStamps: {
      keep: async ({ origin }, stamp) => {
        kept.push({ origin, ...stamp });
      },
      lastOnes: async () => new Map(kept.map(({ origin, ...stamp }) => [origin, stamp])),
      note: async () => undefined,
    },
    onAnswer: (answer) => answers.push(answer),
    logger: { warn: (fields: object) => lines.push(fields) } as never,
  });

const stamp = (stamping = stampingAt()) => stamping.stampAll(new AbortController().signal);

describe('time stamps of heads', () => {
  it('the text of the checkpoint is stamped, and OpenSSL verifies the stamp', async () => {
    await stamp();
    const { text } = parseNote(logs[0]?.checkpoint ?? '');
    expect(kept).toMatchObject([{ size: 7, text }]);
    const token = kept[0]?.token ?? new Uint8Array();
    expect(await readTimeStamp(token, text)).toMatchObject({ time: kept[0]?.time });
    expect(await openssl.verifies(token, text)).toBe(true);
    expect(answers).toEqual(['stamped']);
  });

  it('a log is stamped again when it has grown, and not within an hour', async () => {
    await stamp();
    logs = [await signed('org_a', 9)];
    await stamp();
    expect(answers).toEqual(['stamped']);
    kept = kept.map((one) => ({ ...one, time: new Date(one.time.getTime() - hourMs) }));
    await stamp();
    kept = kept.map((one) => ({ ...one, time: new Date(one.time.getTime() - 2 * hourMs) }));
    await stamp();
    expect(kept.map(({ size }) => size)).toEqual([7, 9]);
  });

  it('a log that is signed no more is not stamped', async () => {
    logs = logs.map((log) => ({ ...log, stoppedBecause: 'it is another' }));
    await stamp();
    expect(openssl.asked).toEqual([]);
  });

  it('an authority that is away is asked for one log, and again much later', async () => {
    logs = [...logs, await signed('org_b', 3)];
    const stamping = stampingAt(`http://127.0.0.1:${await freePort()}/`);
    for (let round = 0; round < 60; round += 1) await stamp(stamping);
    expect([answers, kept]).toEqual([['unreachable'], []]);
    expect(lines).toMatchObject([{ organization: 'org_a', answer: 'unreachable', detail: 'connection_refused' }]);
    await stamp(stamping);
    expect(answers).toEqual(['unreachable', 'unreachable']);
  });

  it('one that does not answer in time is away', async () => {
    openssl.instead = () => undefined;
    const impatient = new BytePoster({ timeoutMs: 50, maxBytes: 10_000 });
    await stamp(stampingAt(url, impatient));
    await impatient.close();
    expect([answers, lines]).toMatchObject([['unreachable'], [{ detail: 'timed_out' }]]);
  });

  const reply = (bytes: () => Promise<Uint8Array> | Uint8Array, status = 200) => {
    openssl.instead = async (_request, response) => response.writeHead(status).end(await bytes());
  };

  it.each([
    ['a page', () => Buffer.from('<html></html>'), 200, 'invalid'],
    ['an error', () => Buffer.from('no'), 500, 'rejected'],
    ['a redirection', () => Buffer.alloc(0), 302, 'rejected'],
    ['too much', () => Buffer.alloc(100_000), 200, 'unreachable'],
    ['a stamp of another text', () => openssl.reply(timeStampRequest('other').bytes), 200, 'invalid'],
  ] as const)('%s is no stamp', async (_what, bytes, status, answer) => {
    reply(bytes, status);
    await stamp();
    expect([answers, kept]).toEqual([[answer], []]);
  });

  it('a stamp that was given before is none', async () => {
    const { text } = parseNote(logs[0]?.checkpoint ?? '');
    reply(() => openssl.reply(timeStampRequest(text).bytes));
    await stamp();
    expect([answers, lines]).toMatchObject([['invalid'], [{ detail: expect.stringContaining('another number') }]]);
  });

  it('a stamp of another time than it is is none', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hourMs });
    await stamp();
    expect([answers, lines]).toMatchObject([['invalid'], [{ detail: expect.stringContaining('its time is off by') }]]);
  });

  it('one that gives no stamps is asked again much later', async () => {
    reply(() => Buffer.from('no'));
    const stamping = stampingAt();
    for (let round = 0; round < 60; round += 1) await stamp(stamping);
    expect(openssl.asked).toHaveLength(1);
    openssl.instead = undefined;
    await stamp(stamping);
    expect(answers).toEqual(['invalid', 'stamped']);
  });
});
