import { leafHash, parseCheckpoint, parseNote, type Subtree, TreeBuilder } from '@transledger/audit-proof';
import { beforeEach, describe, expect, it } from 'vitest';
import { rejectionOf } from '#test/fakes/rejected.js';
import { signedLogOf } from './log.fixture.js';

/** Two tiles, and some entries behind them. */
const signedSize = 600;
const leaves = Array.from({ length: signedSize }, (_, at) => leafHash(Buffer.from(`leaf ${at}`)));
const forged = leafHash(Buffer.from('another'));
const changed = 'entries that were signed are not what they were';

let log: Awaited<ReturnType<typeof signedLogOf>>;
beforeEach(async () => {
  log = await signedLogOf('org_a', leaves, signedSize);
});

/** Keeps the root that the rows of a tile have now in place of what was kept. */
const keepAnew = (index: number): void => {
  const tree = new TreeBuilder();
  for (const row of log.rows.slice(index * 256, (index + 1) * 256)) tree.append(row);
  log.nodes.set(`8 ${index}`, tree.root());
};

const refused = async (size: number) => {
  expect(await rejectionOf(() => log.logs.headAt('org_a', size))).toMatchObject({
    code: 'service_unavailable',
    status: 503,
  });
};

describe('the tree of the first entries, before it is signed', () => {
  it.each([1, 255, 256, 300, 512, 599])(
    'that of %d entries is signed where the signed one begins with it',
    async (size) => {
      const { fields } = await log.logs.headAt('org_a', size);
      expect(parseCheckpoint(parseNote(fields.checkpoint).text)).toMatchObject({ size, root: log.rootOf(size) });
      expect(log.signed.stoppedBecause).toBeUndefined();
    },
  );

  it.each([
    ['of a complete tile, whose kept root stays', 20, () => undefined],
    ['of a complete tile, whose root is kept anew', 20, () => keepAnew(0)],
    ['of a tile before that of the size', 300, () => keepAnew(0)],
    ['of the last tile', 520, () => undefined],
  ])('one with another hash %s is not signed, and the log is signed no more', async (_what, size, tamper) => {
    log.rows[size === 520 ? 515 : 10] = forged;
    tamper();
    await refused(size);
    expect(log.signed.stoppedBecause).toBe(changed);
    expect(log.lines).toEqual([{ organization: 'org_a', size: signedSize, asked_size: size, reason: changed }]);
  });

  it('the root beside the signed note is not believed', async () => {
    log.rows[10] = forged;
    keepAnew(0);
    const tree = new TreeBuilder();
    for (const row of log.rows) tree.append(row);
    log.signed.root = tree.root();
    await refused(20);
    expect(log.signed.stoppedBecause).toBe(changed);
  });

  it.each([
    ['another size', () => Object.assign(log.signed, { size: 599 })],
    ['another name', () => Object.assign(log.signed, { origin: 'mt.example.com/org_b' })],
    ['another note', () => Object.assign(log.signed, { checkpoint: 'text' })],
    [
      'a note that was changed',
      () => Object.assign(log.signed, { checkpoint: log.signed.checkpoint.replace('\n600\n', '\n601\n'), size: 601 }),
    ],
  ])('nothing is signed beside %s', async (_what, tamper) => {
    tamper();
    await refused(20);
    expect(log.signed.stoppedBecause).toBe('its head is not signed with its key');
  });

  it.each([
    ['an entry', () => delete log.rows[10]],
    ['a kept root', () => log.nodes.delete('8 1')],
  ])('a log that lacks %s which was signed is signed no more', async (_what, remove) => {
    remove();
    await refused(20);
    expect(log.signed.stoppedBecause).toBe('entries that were signed are missing');
  });

  it('a read model that is made anew is waited for, and nothing is signed meanwhile', async () => {
    log.rows.length = 10;
    await expect(log.logs.headAt('org_a', 20)).rejects.toThrow('does not have these entries');
    expect([log.signed.stoppedBecause, log.lines]).toEqual([undefined, []]);
  });

  it('nothing is signed of a log that is signed no more, and its newest head is shown', async () => {
    log.signed.stoppedBecause = 'it has fewer entries than were signed';
    log.cosigned.set(20, ['— w1.example AAAAAAAA\n']);
    await refused(20);
    expect((await log.logs.newest('org_a')).fields.checkpoint).toBe(log.signed.checkpoint);
    expect((await log.logs.headAt('org_a', signedSize)).fields.checkpoint).toBe(log.signed.checkpoint);
    expect(await log.logs.newestCosigned('org_a')).toBeUndefined();
    expect(log.lines).toEqual([]);
  });

  it('a log that was begun meanwhile is not stopped for the one before', async () => {
    log.rows[10] = forged;
    const { signed, signatures } = log;
    let looks = 0;
    signatures.find = async () => {
      looks += 1;
      return looks === 1 ? { ...signed } : { ...signed, origin: `${signed.origin}/2` };
    };
    await refused(20);
    expect([signed.stoppedBecause, log.lines]).toEqual([undefined, []]);
  });

  it('reads the entries of at most two tiles', async () => {
    const read: Subtree[] = [];
    const { reader } = log.tree;
    log.tree.reader = (organizationId) => {
      const hashOf = reader.call(log.tree, organizationId);
      return (subtree) => {
        read.push(subtree);
        return hashOf(subtree);
      };
    };
    await log.logs.headAt('org_a', 300);
    const entriesOf = ({ level }: Subtree): number => (level < 8 ? 2 ** level : 0);
    expect(read.reduce((entries, subtree) => entries + entriesOf(subtree), 0)).toBeLessThan(2 * 256 + 44);
  });
});
