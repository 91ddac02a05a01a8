import { expect, it } from 'vitest';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { causedBy } from './system-metadata.js';

it('an act of the service itself is in the name, and with the request, of its cause', () => {
  const now = '2026-11-28T08:00:00.000Z';
  expect(causedBy({ metadata: { ...uploaderMetadata } }, now)).toEqual({
    ...uploaderMetadata,
    actorType: 'system',
    occurredAt: now,
  });
});

it('the act of the service keeps by which interface its cause came, and not when that was tried first', () => {
  const now = '2026-11-28T08:00:00.000Z';
  const cause = { ...uploaderMetadata, interface: 'deepl', firstAttemptAt: now };
  const { interface: by, firstAttemptAt } = causedBy({ metadata: cause }, now);
  expect([by, firstAttemptAt]).toEqual(['deepl', undefined]);
});
