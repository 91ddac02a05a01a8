import { expect, it } from 'vitest';
import { metadataAsJson } from '#libs/event-sourcing/event-metadata.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { sentPayload } from './sent-payload.js';

const timestamp = '2026-11-21T08:00:00.000Z';
const exported = { event: 'compliance.audit_log_exported', export_id: 'exp_1', timestamp };

it('who exported the audit log is named as it is sent, until erased; other messages name nobody', async () => {
  const subjectKeys = new InMemorySubjectKeys();
  const subject = await subjectKeys.subjectFor('org_1', 'usr_ada');
  const sealedClient = await subjectKeys.seal(subject, { user_id: 'usr_ada' });
  const cause = { metadata: metadataAsJson({ ...uploaderMetadata, subject, sealedClient }) };
  expect(await sentPayload(subjectKeys, exported, cause)).toEqual({ ...exported, requested_by: 'usr_ada' });
  const other = { event: 'document.completed', timestamp };
  expect(await sentPayload(subjectKeys, other, cause)).toEqual(other);
  await subjectKeys.destroy(subject);
  expect(await sentPayload(subjectKeys, exported, cause)).toEqual({ ...exported, requested_by: '[erased]' });
});
