import { beforeEach, describe, expect, it } from 'vitest';
import {
  EndBrokenTextStream,
  EndBrokenTextStreamHandler,
} from '#libs/application/text-streams/end-broken-text-stream.handler.js';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { Lease } from '#libs/ports/lease/lease.port.js';
import type { TextStreamEntity } from '#projections/text-streams/text-stream.entity.js';
import { busTo } from '#test/fakes/command-bus.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { jobOf } from '#test/fakes/recorded-jobs.js';
import { sweepTextStreams } from './text-stream-sweep.js';

const facts = {
  organizationId: 'org_1',
  keyId: 'key_1',
  sourceLanguage: 'en',
  targetLanguage: 'es',
  detectedLanguage: 'en',
  domain: 'general',
  wordCount: 3,
  characterCount: 13,
};

const metadataOf = (requestId: string): EventMetadata => ({
  organizationId: 'org_1',
  actorType: 'api_key',
  keyId: 'key_1',
  subject: 'sub_1',
  sealedClient: 'sealed',
  requestId,
  clientRequestId: null,
  traceparent: null,
  occurredAt: '2026-11-21T10:00:00.000Z',
});

/** Leases of which those of living processes are held by others. */
class HeldByOthers {
  readonly asked: string[] = [];
  readonly released: string[] = [];
  readonly losing = new AbortController();

  constructor(private readonly living: readonly string[]) {}

  async acquire(name: string, signal: AbortSignal): Promise<Lease> {
    this.asked.push(name);
    if (this.living.includes(name)) {
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
    }
    return { name, fencingToken: 1n, lost: this.losing.signal, release: async () => void this.released.push(name) };
  }
}

describe('the sweep of open streams', () => {
  let eventStore: InMemoryEventStore;
  let processWriter: DayStreamWriter;
  beforeEach(() => {
    eventStore = new InMemoryEventStore();
    removals = [];
    processWriter = new DayStreamWriter({ eventStore, processId: 'api' });
  });

  const begin = (requestId: string, processId: string) =>
    processWriter.record({ type: 'TextStreamBegan', data: { ...facts, processId } }, metadataOf(requestId), requestId);

  /** Rows of the read model as a projection of the log would make them. */
  const openRows = (): TextStreamEntity[] => {
    const ended = eventStore.events
      .filter(({ type }) => type === 'TextStreamEnded')
      .map(({ metadata }) => metadata.requestId);
    return eventStore.events
      .filter(({ type, metadata }) => type === 'TextStreamBegan' && !ended.includes(metadata.requestId))
      .map(({ data, metadata, stream, revision }) => ({
        request_id: String(metadata.requestId),
        process_id: String(data.processId),
        event_stream: stream,
        event_revision: revision,
        began_at: String(metadata.occurredAt),
      }));
  };

  let removals: string[][];
  const sweep = (leases: HeldByOthers, isCaughtUp = true) =>
    sweepTextStreams({
      removeEndedLeases: async () => void removals.push([...leases.released]),
      eventStore,
      commands: busTo([
        EndBrokenTextStream,
        new EndBrokenTextStreamHandler(new DayStreamWriter({ eventStore, processId: 'worker' })),
      ]),
      leases,
      progress: { waitFor: async () => isCaughtUp },
      streams: {
        processes: async () => [...new Set(openRows().map(({ process_id }) => process_id))],
        openOf: async (processId) => openRows().filter(({ process_id }) => process_id === processId),
      },
      maxQuietMs: 0,
    }).handle(jobOf({}));

  const ends = () => eventStore.events.filter(({ type }) => type === 'TextStreamEnded');

  it('the sweep ends streams of a dead process as broken, counted in full, in the name of their caller', async () => {
    await begin('req_1', 'dead');
    await begin('req_2', 'dead');
    const leases = new HeldByOthers([]);
    await sweep(leases);
    expect(ends().map(({ metadata }) => metadata.requestId)).toEqual(['req_1', 'req_2']);
    expect(ends()[0]).toMatchObject({
      data: { ...facts, result: 'broken', code: null, countedCharacters: 13, model: null },
      metadata: { actorType: 'system', keyId: 'key_1', sealedClient: 'sealed' },
    });
    expect(ends()[0]?.data).not.toHaveProperty('processId');
    expect(leases.released).toEqual(['text-streams/dead']);
    expect(removals).toEqual([['text-streams/dead']]);
  });

  it('the sweep leaves the streams of a living process alone', async () => {
    await begin('req_1', 'living');
    await begin('req_2', 'dead');
    await sweep(new HeldByOthers(['text-streams/living']));
    expect(ends().map(({ metadata }) => metadata.requestId)).toEqual(['req_2']);
  });

  it('the sweep ends each stream once, however often it runs', async () => {
    await begin('req_1', 'dead');
    await sweep(new HeldByOthers([]));
    await sweep(new HeldByOthers([]));
    expect(ends()).toHaveLength(1);
  });

  it('the sweep does nothing while the read model is behind, since it may not show ended streams', async () => {
    await begin('req_1', 'dead');
    const leases = new HeldByOthers([]);
    await sweep(leases, false);
    expect(ends()).toEqual([]);
    expect(leases.asked).toEqual([]);
  });

  it('the sweep stops when the lease is lost', async () => {
    await begin('req_1', 'dead');
    const leases = new HeldByOthers([]);
    leases.losing.abort(new Error('lost'));
    await expect(sweep(leases)).rejects.toThrow();
    expect(ends()).toEqual([]);
  });
});
