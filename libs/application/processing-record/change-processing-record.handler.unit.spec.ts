import { beforeEach, describe, expect, it } from 'vitest';
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
