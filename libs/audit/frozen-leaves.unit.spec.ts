import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#libs/domain/json.js';
import { type EventMetadata, type InstallationMetadata, metadataAsJson } from '#libs/event-sourcing/event-metadata.js';
import { toDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { leafOf } from './audit-leaf.js';

interface Sample {
  file: string;
  type: string;
  version: number;
  data: JsonObject;
}

const domain = join(import.meta.dirname, '../domain');
const samples: Sample[] = globSync('*/history/*.json', { cwd: domain })
  .sort()
  .map((file) => ({ file, ...JSON.parse(readFileSync(join(domain, file), 'utf8')) }));

const plain: EventMetadata = {
  organizationId: 'org_01KAH0000000000000000000AA',
  actorType: 'api_key',
  keyId: 'key_01KAH0000000000000000000AA',
  subject: 'sub_01KAH0000000000000000000AA',
  sealedClient: 'c2VhbGVk',
  requestId: 'req_01KAH0000000000000000000AA',
  clientRequestId: null,
  traceparent: null,
  occurredAt: '2026-11-21T08:00:00.000Z',
};
const committed: EventMetadata = {
  ...plain,
  addressSubject: 'sub_01KAH0000000000000000000BB',
  commitments: {
    user_id: 'WqYxvbB0BTLYxYzW8gJxgYpvoqdEZJJRD/0UlM3EYHA=',
    ip_address: 'N1WmCuJmOOEKVxiZiV0CQuQ0ZgMCuOSTDKBcNKyZNDc=',
    user_agent: 'bd0ZHX1Q1EPyr2NnbSVSVQyx1N2hPVxXH2DLTiPNyCU=',
  },
};

const interfaced: EventMetadata = { ...committed, interface: 'deepl', firstAttemptAt: '2026-11-21T07:59:00.000Z' };
const receipted: EventMetadata = {
  ...committed,
  commitments: {
    ...committed.commitments,
    source_text: 'VHQ9cJNTNQJEMkLYJdVKS1cQ3Zbi8yUC0dWwuYDpnnE=',
    translation_text: 'n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=',
    'source_text.3': 'LCa0a2j/xo/5m0U8HTBBNBNCLXBkg7+g+YpeiGJm564=',
  },
};

/** Metadata that events are recorded with; those of texts may have commitments to them. */
const metadataOf = ({ type }: Sample): Record<string, EventMetadata> => ({
  plain,
  committed,
  interfaced,
  ...((type === 'TextTranslated' || type === 'TextStreamEnded') && { receipted }),
});

const leafOfSample = (
  { type, version, data }: Sample,
  metadata: EventMetadata | InstallationMetadata,
): string | undefined =>
  leafOf(
    toDomainEvent({
      id: 'd50bf627-3b9b-5254-9b1f-5f0d7f3f0a7e',
      type,
      version,
      data,
      metadata: metadataAsJson(metadata),
      stream: 'stream-1',
      revision: 0,
      position: '1' as Position,
      recordedAt: '2026-11-21T08:00:00.100Z',
    }),
    41,
  )?.toString();

const partOfLeaf = (sample: Sample, metadata: EventMetadata, part: 'metadata' | 'commitments'): JsonObject =>
  JSON.parse(leafOfSample(sample, metadata) ?? '{}')[part] ?? {};

const frozen = join(import.meta.dirname, 'frozen-leaves.jsonl');

/** A line a sample and kind of metadata: the sample, the metadata, and the leaf; null where the event is no act. */
const leaves = samples.flatMap((sample) =>
  Object.entries(metadataOf(sample)).map(([metadata, of]) =>
    JSON.stringify({ sample: sample.file, metadata, leaf: leafOfSample(sample, of) ?? null }),
  ),
);

describe('the leaves of events', () => {
  it('every sample of every event makes the leaf that it has always made', async () => {
    // A line is only ever added, with the sample of a new version: the others are in trees that were signed.
    await expect(`${leaves.join('\n')}\n`).toMatchFileSnapshot(frozen);
  });

  it('a leaf has the interface of others, and what a text is committed to, where there is one', () => {
    for (const sample of samples) {
      const { interface: by, ...facts } = partOfLeaf(sample, interfaced, 'metadata');
      if (leafOfSample(sample, plain) === undefined) continue;
      expect([by, facts], sample.file).toEqual(['deepl', partOfLeaf(sample, plain, 'metadata')]);
    }
    const text = samples.find(({ type, version }) => type === 'TextTranslated' && version === 2);
    if (text === undefined) throw new Error('There is no sample of a text');
    expect(partOfLeaf(text, receipted, 'commitments')).toEqual(receipted.commitments);
  });

  it('an event of the installation makes no leaf', () => {
    const { clientRequestId, traceparent, requestId, occurredAt } = plain;
    const installation: InstallationMetadata = {
      ...{ organizationId: null, actorType: 'operator', keyId: null },
      ...{ clientRequestId, traceparent, requestId, occurredAt },
    };
    const models = samples.filter(({ file }) => file.startsWith('model/'));
    expect(models.length).toBeGreaterThan(3);
    expect(models.map((sample) => leafOfSample(sample, installation))).toEqual(models.map(() => undefined));
  });

  it('no leaf names a key or a reference of a data subject', () => {
    expect(leaves.filter((leaf) => leaf.includes('"key_name"') || /"leaf":".*sub_01/.test(leaf))).toEqual([]);
  });

  it('the leaf of the largest names and lists is within the limit of a tile', () => {
    const sample = samples.find(({ type }) => type === 'ApiKeyCreated');
    if (sample === undefined) throw new Error('There is no sample of a new key');
    // What is sealed of a caller with an agent of 1 KiB, and the most that a key may have.
    const metadata = { ...committed, sealedClient: 'c'.repeat(4_000) };
    const data = { ...sample.data, name: 'n'.repeat(100), ipAllowlist: Array(100).fill('2001:db8:ffff::/128') };
    expect(Buffer.byteLength(leafOfSample({ ...sample, data }, metadata) ?? '')).toBeLessThan(65_536);
  });
});
