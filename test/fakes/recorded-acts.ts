import type { Caller } from '#apps/api/http/request-context.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import type { RequestContext } from '#libs/application/request-context.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import { accessOfKey, callerOf } from './api-caller.js';
import { InMemoryEventStore } from './in-memory-event-store.js';
import { InMemorySubjectKeys } from './in-memory-subject-keys.js';

/** A key that makes requests, and the log of its acts. */
export const recordedActs = async (changes: Partial<KeyAccess> = {}) => {
  const eventStore = new InMemoryEventStore();
  const subjectKeys = new InMemorySubjectKeys();
  const { organizationId, userId } = accessOfKey(changes);
  const access = accessOfKey({ ...changes, subject: await subjectKeys.subjectFor(organizationId, userId) });
  const recorder = new ActRecorder(new DayStreamWriter({ eventStore, processId: 'test' }), subjectKeys);
  const request = (caller: Partial<Caller> = {}): RequestContext & { caller: Caller } => ({
    id: 'req_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
    caller: callerOf(access, caller),
  });
  const facts = () => eventStore.events.map(({ type, data }) => ({ type, data }));
  return { eventStore, subjectKeys, access, recorder, request, facts };
};
