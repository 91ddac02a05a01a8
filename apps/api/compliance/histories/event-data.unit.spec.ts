import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { upcast } from '#libs/domain/upcasting.js';
import type { RecordedDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import { projectRoot } from '#test/project-root.js';
import { shownData } from './event-data.js';

const folder = join(projectRoot, 'libs/domain');
const samples = globSync('{organization,api-key,document,glossary,webhook,user}/history/*.json', { cwd: folder })
  .map((file) => upcast(JSON.parse(readFileSync(join(folder, file), 'utf8'))) as RecordedDomainEvent)
  .filter(({ type }) => type !== 'WebhookEventMatched');

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const namesIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)])
    : [];

it('of the events of a resource nothing is hidden but ids that its path has, references, seals and secrets', () => {
  const hidden = samples.flatMap((event) => {
    const shown = Object.keys(shownData(event));
    return Object.keys(event.data).filter((name) => !shown.includes(snakeCase(name)));
  });
  expect([...new Set(hidden)].sort()).toEqual(
    [
      // In the path, or the caller's own.
      ...['organizationId', 'documentId', 'glossaryId', 'keyId', 'webhookId', 'accountId'],
      // Personal values, and what commits to them.
      ...['sealedName', 'nameCommitment', 'ownerSubject', 'sealedOwner', 'subject', 'sealedUser'],
      ...['ownerCommitment', 'makerSubject', 'sealedMaker', 'makerCommitment', 'previousOwnerSubject', 'sealedSalts'],
      // What a user signs in with, and the number that ends sessions.
      ...['inviteHash', 'linkHash', 'credentialId', 'identityId', 'generation'],
      // Where contents and secrets are kept, and the hash of a key.
      ...['blobId', 'blobIds', 'droppedBlobIds', 'targetRef', 'webhookRef', 'secretHash'],
      // Shown as the audit log shows them.
      ...['changes', 'previous'],
    ].sort(),
  );
});

it('fields are named as the API names them', () => {
  expect(samples.length).toBeGreaterThan(20);
  for (const event of samples) {
    for (const name of namesIn(shownData(event))) expect(name, event.type).toMatch(/^[a-z]+(_[a-z]+|_?\d+)*$/);
  }
});
