import { expect, it } from 'vitest';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { keepRules, rulesOf } from './translation-rules.js';

const rules = { keys: { include: ['$.title'], exclude: [] }, itsRules: '<its:rules/>' };

it('rules are read as they were kept', async () => {
  const blobs = new InMemoryBlobStore();
  await keepRules(blobs, 'rules', rules, { organizationId: 'org_1' });
  expect(await rulesOf(blobs, { rulesBlobId: 'rules' })).toEqual(rules);
});

it('a translation whose options name no rules has none', async () => {
  expect(await rulesOf(new InMemoryBlobStore(), {})).toEqual({});
});
