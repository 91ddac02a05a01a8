import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditActions, auditResources, auditResults } from '#libs/domain/audit/audit-vocabulary.js';
import type { AuditEntry } from './audit-entry.js';
import { canonicalLeaf, leafHash } from './audit-leaf.js';

const text = fc.string({ unit: 'grapheme' });
const value = fc.oneof(
  text,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.array(text),
);
const anyEntry: fc.Arbitrary<AuditEntry> = fc.record({
  id: text,
  organization_id: text,
  number: fc.nat(),
  event_id: fc.uuid(),
  timestamp: text,
  action: fc.constantFrom(...auditActions),
  resource: fc.constantFrom(...auditResources),
  resource_id: text,
  result: fc.constantFrom(...auditResults),
  request_id: text,
  actor_type: fc.constantFrom('api_key', 'user', 'operator', 'system'),
  key_id: fc.option(text),
  metadata: fc.dictionary(text, value),
  sealed_client: text,
  sealed_name: fc.option(text),
  commitments: fc.record(
    { user_id: text, ip_address: text, user_agent: text, 'metadata.filename': text },
    { requiredKeys: [] },
  ),
});

const anEntry: AuditEntry = {
  sealed_name: null,
  id: 'aud_0000000000000TM2ZC9RXWV5A9',
  organization_id: 'org_a',
  number: 0,
  event_id: 'd50bf627-3b9b-5254-9b1f-5f0d7f3f0a7e',
  timestamp: '2026-11-21T10:00:00.000Z',
  action: 'translate',
  resource: 'text',
  resource_id: 'req_1',
  result: 'success',
  request_id: 'req_1',
  actor_type: 'api_key',
  key_id: 'key_1',
  metadata: { word_count: 2, domain: '12 law', source_language: 'fi', target_language: 'en' },
  sealed_client: 'c2VhbGVk',
  commitments: { user_id: 'dXNlcg==', ip_address: 'aXA=' },
};

describe('the leaf of an audit entry', () => {
  it('a leaf is RFC 8785 canonical JSON of all fields of its entry and the version of their layout', () => {
    fc.assert(
      fc.property(anyEntry, (entry) => {
        expect(canonicalLeaf(entry)).toBe(canonicalize({ ...entry, version: 1 }));
      }),
      { seed: 20261121, numRuns: 500 },
    );
  });

  it('a leaf stays byte for byte what old hashes were made of', () => {
    expect(canonicalLeaf(anEntry)).toBe(
      '{"action":"translate","actor_type":"api_key","commitments":{"ip_address":"aXA=","user_id":"dXNlcg=="},"event_id":"d50bf627-3b9b-5254-9b1f-5f0d7f3f0a7e",' +
        '"id":"aud_0000000000000TM2ZC9RXWV5A9","key_id":"key_1","metadata":{"domain":"12 law","source_language":"fi","target_language":"en","word_count":2},' +
        '"number":0,"organization_id":"org_a","request_id":"req_1","resource":"text","resource_id":"req_1","result":"success",' +
        '"sealed_client":"c2VhbGVk","sealed_name":null,"timestamp":"2026-11-21T10:00:00.000Z","version":1}',
    );
  });

  it('a leaf changes with every field of its entry', () => {
    const hashes = Object.keys(anEntry).map((field) =>
      leafHash(canonicalLeaf({ ...anEntry, [field]: ['metadata', 'commitments'].includes(field) ? {} : 'changed' })),
    );
    expect(new Set([...hashes, leafHash(canonicalLeaf(anEntry))]).size).toBe(hashes.length + 1);
  });

  it('a leaf is hashed as RFC 6962 says, apart from inner nodes by its first byte', () => {
    // The hash of the empty leaf, as in the test vectors of Certificate Transparency.
    expect(leafHash('')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d');
    const leaf = Buffer.concat([Buffer.of(0), Buffer.from('ä{}')]);
    expect(leafHash('ä{}')).toEqual(createHash('sha256').update(leaf).digest('hex'));
  });
});
