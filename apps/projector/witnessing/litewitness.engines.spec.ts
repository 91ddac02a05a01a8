import { leafHash, parseNote, type Subtree, TreeBuilder, verifyCosignature } from '@transledger/audit-proof';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LogKeys } from '#libs/audit/log-key.js';
import { firstKeyOf } from '#libs/domain/audit/log-key-period.js';
import { TextPoster } from '#libs/platform/outbound-http/post-text.js';
import type { SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';
import { describeWith } from '#test/servers/describe-with.js';
import { type RunningLitewitness, startLitewitness } from '#test/servers/litewitness.js';
import { Witness } from './witness.js';

const origin = 'mt.example.com/org_a';
const keys = new LogKeys(new Uint8Array(32).fill(1), 'org_a', [firstKeyOf(origin)]);
const rootOf = (leaves: readonly Uint8Array[]): Uint8Array => {
  const tree = new TreeBuilder();
  for (const leaf of leaves) tree.append(leaf);
  return tree.root();
};

describeWith(['litewitness'], 'a witness that others have written', () => {
  let litewitness: RunningLitewitness;
  let poster: TextPoster;
  beforeAll(async () => {
    litewitness = await startLitewitness();
    poster = new TextPoster({ timeoutMs: 30_000, maxBytes: 64 * 1024 });
  });
  afterAll(async () => {
    await poster.close();
    await litewitness.stop();
  });

  const cosign = async (size: number, lastSize: number, what = 'entry') => {
    const leaves = Array.from({ length: size }, (_, at) => leafHash(Buffer.from(`${what} ${at}`)));
    const head = { size, root: rootOf(leaves) };
    const log: SignedLog = {
      organizationId: 'org_a',
      origin,
      ...head,
      checkpoint: await keys.sign(origin, head, new Date()),
      signedAt: new Date().toISOString(),
      stoppedBecause: undefined,
      isKeptOutside: true,
    };
    const witnessed = await new Witness(litewitness.witness, poster).cosign(
      log,
      lastSize,
      async ({ level, index }: Subtree) => rootOf(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
    );
    return { ...witnessed, checkpoint: log.checkpoint };
  };

  it('it cosigns each head that continues the one before, and no other', async () => {
    expect(await cosign(7, 0)).toMatchObject({ answer: 'unknown_origin' });
    litewitness.trust(origin, keys.keyOf(firstKeyOf(origin)).verifierKey);
    for (const [size, lastSize] of [
      [7, 0],
      [23, 7],
      [300, 0],
    ] as const) {
      const witnessed = await cosign(size, lastSize);
      if (witnessed.answer !== 'cosigned') throw new Error(witnessed.detail);
      const note = parseNote(`${witnessed.checkpoint}${witnessed.line}`);
      expect(await verifyCosignature(note, litewitness.witness.key)).toBeInstanceOf(Date);
    }
    expect(await cosign(400, 300, 'other')).toMatchObject({ answer: 'split_view' });
    expect(await cosign(200, 300)).toMatchObject({ answer: 'split_view' });
  });
});
