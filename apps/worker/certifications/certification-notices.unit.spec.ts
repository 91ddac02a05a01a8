import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  NoticeCertificationExpiry,
  NoticeCertificationExpiryHandler,
} from '#libs/application/certifications/notice-certification-expiry.handler.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { certificationRecorded, isoStream } from '#test/fakes/certification-events.js';
import { busTo } from '#test/fakes/command-bus.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { jobOf } from '#test/fakes/recorded-jobs.js';
import { giveCertificationNotices } from './certification-notices.js';

const [decider, id] = isoStream;
const stream = streamName(decider.category, id);

let eventStore: InMemoryEventStore;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  eventStore = new InMemoryEventStore();
  await eventStore.append(stream, toNewEvents('recorded', [certificationRecorded], uploaderMetadata), 'no-stream');
});

afterEach(() => {
  vi.useRealTimers();
});

/** A new process each time, which knows nothing but the log, and a read model that is behind it. */
const runAt = async (now: string, signal?: AbortSignal) => {
  vi.setSystemTime(now);
  const due = [
    {
      organization_id: uploaderMetadata.organizationId,
      standard: 'ISO 27001',
      event_stream: stream,
      event_revision: 0,
    },
  ];
  const commands = busTo([NoticeCertificationExpiry, new NoticeCertificationExpiryHandler(eventStore)]);
  const queue = giveCertificationNotices({ eventStore, commands, certifications: { due: async () => due } });
  await queue.handle({ ...jobOf({}), ...(signal === undefined ? {} : { signal }) });
};
const noticed = () =>
  eventStore.events.filter(({ type }) => type === 'CertificationExpiring').map(({ data }) => data.daysLeft);

describe('the notices that certifications expire', () => {
  it('each notice is given once, however often the job runs and the service starts anew', async () => {
    for (const day of [
      '2027-08-03',
      '2027-08-03',
      '2027-10-02',
      '2027-10-03',
      '2027-10-25',
      '2027-10-31',
      '2027-10-31',
    ])
      await runAt(`${day}T00:00:00.000Z`);
    expect(noticed()).toEqual([90, 30, 7, 1]);
  });

  it('a clock that jumps ahead and back gives no notice twice', async () => {
    await runAt('2027-10-02T00:00:00.000Z');
    await runAt('2027-08-10T00:00:00.000Z');
    await runAt('2027-10-02T00:00:00.000Z');
    await runAt('2027-10-25T00:00:00.000Z');
    expect(noticed()).toEqual([30, 7]);
  });

  it('a notice is given in the name of who recorded the certification', async () => {
    await runAt('2027-10-02T00:00:00.000Z');
    expect(eventStore.events.at(-1)?.metadata).toMatchObject({
      actorType: 'system',
      organizationId: uploaderMetadata.organizationId,
      requestId: uploaderMetadata.requestId,
    });
  });

  it('the job stops between two notices when it is aborted', async () => {
    const aborted = AbortSignal.abort(new Error('stopping'));
    await expect(runAt('2027-10-02T00:00:00.000Z', aborted)).rejects.toThrow('stopping');
    expect(noticed()).toEqual([]);
  });
});
