import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppendOutcomeUnknownError } from '#libs/ports/event-store/event-store.errors.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { Ports } from '#test/handler/handler-specification.js';
import { ChangeProcessingRecord, ChangeProcessingRecordHandler } from './change-processing-record.handler.js';
import { type ProcessingRecordValues, readProcessingRecord } from './kept-processing-record.js';

const { organizationId } = uploaderMetadata;

describe('ChangeProcessingRecord', () => {
  let ports: Ports;
  let requests = 0;
  beforeEach(() => {
    ports = new Ports();
  });

  const set = (values: ProcessingRecordValues) => {
    requests += 1;
    return new ChangeProcessingRecordHandler(ports.eventStore, ports.subjectKeys).execute(
      new ChangeProcessingRecord(values, { ...uploaderMetadata, requestId: `req_${requests}` }),
    );
  };
  const kept = async () => (await readProcessingRecord(ports.eventStore, ports.subjectKeys, organizationId)).values;
  const written = () => ports.eventStore.events.map(({ data }) => data);

  it('an event says which fields were set and which were cleared, and to what none', async () => {
    await set({ controller: 'Acme Oy, Helsinki', purposes: ['Translation'] });
    await set({ controller: 'Acme Oyj, Helsinki', recipients: ['Law firm'] });
    expect(written()).toMatchObject([
      { fieldsSet: ['controller', 'purposes'], fieldsCleared: [] },
      { fieldsSet: ['controller', 'recipients'], fieldsCleared: ['purposes'] },
    ]);
    expect(JSON.stringify(ports.eventStore.events)).not.toMatch(/Acme|Translation|Law firm/);
    expect(await kept()).toEqual({ controller: 'Acme Oyj, Helsinki', recipients: ['Law firm'] });
  });

  it('what is set already is no event', async () => {
    await set({ purposes: ['Translation'] });
    await set({ purposes: ['Translation'] });
    expect(written()).toHaveLength(1);
    await set({ purposes: ['Translation', 'Archive'] });
    expect(written()).toHaveLength(2);
  });

  it('nobody reads what was set before', async () => {
    await set({ controller: 'Acme Oy' });
    const [first] = written() as { subject: string; sealedRecord: string }[];
    await set({ controller: 'Acme Oyj' });
    expect(await ports.subjectKeys.open(first?.subject ?? '', first?.sealedRecord ?? '')).toBeNull();
  });

  it('what was set before goes with a repeat of the change, or with the next one, where it was cut off', async () => {
    await set({ controller: 'Acme Oy' });
    const [first] = written() as { subject: string; sealedRecord: string }[];
    const { subjectKeys } = ports;
    const isReadable = async () => (await subjectKeys.open(first?.subject ?? '', first?.sealedRecord ?? '')) !== null;
    const destroy = vi.spyOn(subjectKeys, 'destroy').mockRejectedValueOnce(new Error('cut off'));
    await expect(set({ controller: 'Acme Oyj' })).rejects.toThrow();
    expect(await isReadable()).toBe(true);
    destroy.mockRestore();
    await set({ controller: 'Acme Oyj' });
    expect(await isReadable()).toBe(false);
  });

  it('a record that was changed often is read by its last events', async () => {
    for (let change = 0; change < 5; change += 1) await set({ controller: `Acme ${change}` });
    const read: unknown[] = [];
    const { readStream } = ports.eventStore;
    vi.spyOn(ports.eventStore, 'readStream').mockImplementation(async function* (...of) {
      for await (const event of readStream.apply(ports.eventStore, of)) {
        read.push(event);
        yield event;
      }
    });
    expect(await kept()).toEqual({ controller: 'Acme 4' });
    expect(read).toHaveLength(2);
  });

  it('a repeat of a change that another one followed leaves the record as it is', async () => {
    const repeated = new ChangeProcessingRecord({ controller: 'Mine' }, { ...uploaderMetadata, requestId: 'req_mine' });
    const handler = new ChangeProcessingRecordHandler(ports.eventStore, ports.subjectKeys);
    await handler.execute(repeated);
    await set({ controller: 'Another' });
    await handler.execute(repeated);
    expect(await kept()).toEqual({ controller: 'Another' });
    expect(written()).toHaveLength(2);
  });

  it('a change of which nobody knows whether it was written can be read where it was', async () => {
    const { eventStore, subjectKeys } = ports;
    const append: typeof eventStore.append = async (...of) => {
      await eventStore.append(...of);
      throw new AppendOutcomeUnknownError();
    };
    const unsure = Object.assign(Object.create(eventStore) as EventStore, { append });
    const change = new ChangeProcessingRecord({ controller: 'Mine' }, uploaderMetadata);
    const handler = new ChangeProcessingRecordHandler(unsure, subjectKeys);
    await expect(handler.execute(change)).rejects.toThrow(AppendOutcomeUnknownError);
    expect(await kept()).toEqual({ controller: 'Mine' });
  });

  it('a change that met another one is a conflict, and leaves no key behind', async () => {
    await set({ controller: 'Acme Oy' });
    const { eventStore, subjectKeys } = ports;
    const made: string[] = [];
    const slow = {
      ...{ seal: subjectKeys.seal.bind(subjectKeys), open: subjectKeys.open.bind(subjectKeys) },
      destroy: subjectKeys.destroy.bind(subjectKeys),
      subjectFor: async (organization: string, id: string) => {
        await set({ controller: 'Another' });
        made.push(await subjectKeys.subjectFor(organization, id));
        return made[0] ?? '';
      },
    };
    const handler = new ChangeProcessingRecordHandler(eventStore, slow);
    const change = new ChangeProcessingRecord({ controller: 'Mine' }, { ...uploaderMetadata, requestId: 'req_slow' });
    expect((await rejectionOf(() => handler.execute(change))).code).toBe('conflict');
    expect(await kept()).toEqual({ controller: 'Another' });
    expect(await subjectKeys.destroy(made[0] ?? '')).toBe(false);
  });
});
