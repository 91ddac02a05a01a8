import { leafHash, type Subtree, TreeBuilder } from '@transledger/audit-proof';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LogKeys } from '#libs/audit/log-key.js';
import { firstKeyOf } from '#libs/domain/audit/log-key-period.js';
import { TextPoster } from '#libs/platform/outbound-http/post-text.js';
import type { SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';
import { WitnessDouble } from '#test/fakes/witness-double.js';
import { Witness } from './witness.js';
import { Witnessing } from './witnessing.js';

const organizationId = 'org_a';
const origin = `mt.example.com/${organizationId}`;
const keys = new LogKeys(new Uint8Array(32).fill(1), organizationId, [firstKeyOf(origin)]);
const leavesOf = (what: string) => Array.from({ length: 40 }, (_, at) => leafHash(Buffer.from(`${what} ${at}`)));
const rootOf = (leaves: readonly Uint8Array[]): Uint8Array => {
  const tree = new TreeBuilder();
  for (const leaf of leaves) tree.append(leaf);
  return tree.root();
};

let leaves: Uint8Array[];
let logs: SignedLog[];
let poster: TextPoster;
let double: WitnessDouble;
let kept: { size: number; witness: string; line: string }[];
let answers: string[];
let lines: object[];
let witnessing: Witnessing;

const signed = async (size: number): Promise<void> => {
  const head = { size, root: rootOf(leaves.slice(0, size)) };
  const checkpoint = await keys.sign(origin, head, new Date());
  const rest = { signedAt: new Date().toISOString(), stoppedBecause: undefined, isKeptOutside: true };
  logs = [{ organizationId, origin, ...head, checkpoint, ...rest }];
};

const witnessingOf = (...witnesses: Witness[]) =>
  new Witnessing({
    witnesses,
    signatures: { all: async () => logs },
    cosignatures: {
      keep: async ({ size }, witness, line) => {
        kept.push({ size, witness, line });
      },
      lastSizes: async (name) =>
        new Map(kept.filter(({ witness }) => witness === name).map(({ size }) => [origin, size])),
      note: async () => undefined,
    },
    tree: {
      reader:
        () =>
        async ({ level, index }: Subtree) =>
          rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
    },
    onAnswer: (witness, answer) => answers.push(`${witness} ${answer}`),
    logger: { error: (fields: object) => lines.push(fields), warn: (fields: object) => lines.push(fields) } as never,
  });

const ask = () => witnessing.askAll(new AbortController().signal);

beforeEach(async () => {
  leaves = leavesOf('entry');
  kept = [];
  answers = [];
  lines = [];
  poster = new TextPoster({ timeoutMs: 30_000, maxBytes: 10_000 });
  double = await WitnessDouble.start('w1');
  double.trust(origin, keys.keyOf(firstKeyOf(origin)).verifierKey);
  witnessing = witnessingOf(new Witness(double.witness, poster));
  await signed(7);
});
afterEach(async () => {
  double.close();
  await poster.close();
});

describe('witnesses', () => {
  it('each head is shown once, with the proof from the one before', async () => {
    await ask();
    await ask();
    await signed(23);
    await ask();
    expect(answers).toEqual(['w1 cosigned', 'w1 cosigned']);
    expect(kept.map(({ size, line }) => [size, line.startsWith('— w1.example ')])).toEqual([
      [7, true],
      [23, true],
    ]);
    expect(double.asked.map((body) => body.split('\n', 1)[0])).toEqual(['old 0', 'old 7']);
  });

  it('one that knows more than is known of it here says so, and is asked from there', async () => {
    await ask();
    kept = [];
    await signed(23);
    await ask();
    expect(double.asked.map((body) => body.split('\n', 1)[0])).toEqual(['old 0', 'old 0', 'old 7']);
    expect(kept.map(({ size }) => size)).toEqual([23]);
  });

  it('one that does not know the log is told of, and asked again much later', async () => {
    double.trust('elsewhere', '');
    witnessing = witnessingOf(new Witness(double.witness, poster));
    logs = logs.map((log) => ({
      ...log,
      origin: `${origin}x`,
      checkpoint: log.checkpoint.replaceAll(origin, `${origin}x`),
    }));
    await ask();
    await ask();
    expect([answers, double.asked.length]).toEqual([['w1 unknown_origin'], 1]);
    expect(lines).toMatchObject([{ organization: organizationId, witness: 'w1', answer: 'unknown_origin' }]);
    for (let round = 0; round < 60; round += 1) await ask();
    expect(double.asked).toHaveLength(2);
  });

  it('another history is told of, and not cosigned', async () => {
    await ask();
    leaves = leavesOf('other');
    await signed(23);
    await ask();
    await signed(7);
    kept = [];
    await ask();
    await signed(5);
    await ask();
    expect(answers).toEqual(['w1 cosigned', 'w1 split_view', 'w1 split_view', 'w1 split_view']);
    expect(kept).toEqual([]);
  });

  it.each([
    [{ status: 200, text: 'ok' }, 'refused'],
    [{ status: 200, text: '— w1.example AAAAAAAA\n' }, 'refused'],
    [{ status: 403, text: '' }, 'unknown_key'],
    [{ status: 500, text: '' }, 'refused'],
    [{ status: 409, text: '-1\n', type: 'text/x.tlog.size' }, 'split_view'],
    [{ status: 409, text: '0\n', type: 'text/x.tlog.size' }, 'split_view'],
    [{ status: 200, text: 'x'.repeat(100_000) }, 'unreachable'],
  ])('an answer that the protocol does not know cosigns nothing: %j', async (instead, answer) => {
    double.instead = instead;
    await ask();
    expect([answers, kept]).toEqual([[`w1 ${answer}`], []]);
  });

  it('one that is away keeps nobody from the others, and is asked for one log a round', async () => {
    const away = { ...double.witness, name: 'away', url: double.witness.url };
    double.close();
    const other = await WitnessDouble.start('w02');
    other.trust(origin, keys.keyOf(firstKeyOf(origin)).verifierKey);
    logs = [{ ...logs[0], organizationId: 'org_x', origin: 'x' } as SignedLog, ...logs];
    witnessing = witnessingOf(new Witness(away, poster), new Witness(other.witness, poster));
    await ask();
    other.close();
    expect(answers.filter((answer) => answer.startsWith('away'))).toEqual(['away unreachable']);
    expect(answers).toContain('w02 cosigned');
  });

  it('one that stays away is in the log once an hour, and again when it was there in between', async () => {
    let isAway = true;
    const post: TextPoster['post'] = async (url, body) =>
      isAway ? { failed: 'connection_refused' } : poster.post(url, body);
    witnessing = witnessingOf(new Witness(double.witness, { post }));
    for (let round = 0; round < 360; round += 1) await ask();
    expect(lines).toEqual([expect.objectContaining({ answer: 'unreachable' })]);
    await ask();
    expect(lines).toHaveLength(2);

    isAway = false;
    await ask();
    isAway = true;
    await signed(8);
    await ask();
    expect([answers.at(-2), lines.length]).toEqual(['w1 cosigned', 3]);
  });

  it('a log that is signed no more is not shown', async () => {
    logs = logs.map((log) => ({ ...log, stoppedBecause: 'it is another' }));
    await ask();
    expect(double.asked).toEqual([]);
  });
});
