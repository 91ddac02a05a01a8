import { beforeEach, describe, expect, it } from 'vitest';
import { FinishErasures } from '#libs/application/erasures/finish-erasures.handler.js';
import { erasure } from '#libs/domain/erasure/erasure.decider.js';
import type { ErasureEvent } from '#libs/domain/erasure/erasure.events.js';
import { streamName, toNewEvents } from '#libs/event-sourcing/command-execution.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { jobOf } from '#test/fakes/recorded-jobs.js';
import { finishErasures } from './unfinished-erasures.js';

const { organizationId } = uploaderMetadata;
let eventStore: InMemoryEventStore;

beforeEach(async () => {
  eventStore = new InMemoryEventStore();
  const requested: ErasureEvent = {
    type: 'ErasureRequested',
    data: { erasureId: 'era_1', organizationId, subjectType: 'user', subject: 'sub_1', reason: 'x', requestedAt: '' },
  };
  const given = toNewEvents('requested', [requested], uploaderMetadata);
  await eventStore.append(streamName(erasure.category, 'era_1'), given, 'no-stream');
});

const run = async (passed: boolean): Promise<FinishErasures[]> => {
  const sent: FinishErasures[] = [];
  const commands = { execute: async (command: unknown) => void sent.push(command as FinishErasures) };
  await finishErasures({
    eventStore,
    commands: commands as never,
    erasures: { unfinished: async () => [{ id: 'era_1', subject_type: 'user', subject: 'sub_1' }] },
    progress: { waitFor: async (names) => passed && names.includes('audit-log') },
  }).handle(jobOf({}));
  return sent;
};

describe('the erasures that were requested', () => {
  it('they are finished in the name of who requested them', async () => {
    const [{ erasures } = new FinishErasures([])] = await run(true);
    expect(erasures).toMatchObject([
      { erasureId: 'era_1', subjectType: 'user', subject: 'sub_1', metadata: { actorType: 'system', organizationId } },
    ]);
  });

  it('one whose entries cannot be counted yet waits', async () => {
    expect((await run(false))[0]?.erasures).toEqual([]);
  });
});
