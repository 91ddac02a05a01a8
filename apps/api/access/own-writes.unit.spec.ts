import { describe, expect, it } from 'vitest';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';
import { OwnWrites } from './own-writes.js';

const opened = (head: () => Promise<string>) => {
  const waited: unknown[] = [];
  const progress = { waitFor: async (...asked: unknown[]) => waited.push(asked) };
  const ownWrites = new OwnWrites({ head } as unknown as EventStore, progress as unknown as ProjectionProgress);
  return { ownWrites, waited };
};

describe('own writes', () => {
  it('a query waits until what it reads has passed the end of the log', async () => {
    const { ownWrites, waited } = opened(async () => '0007');
    await ownWrites.visibleIn('documents', 'usage');
    expect(waited).toEqual([[['documents', 'usage'], '0007']]);
  });

  it('it does not wait while the event store is away', async () => {
    const { ownWrites, waited } = opened(() => Promise.reject(new Error('away')));
    await ownWrites.visibleIn('documents');
    expect(waited).toEqual([]);
  });

  it('what never changes is waited for only while it is not there', async () => {
    const { ownWrites, waited } = opened(async () => '0007');
    expect(await ownWrites.findUnchanging('audit-log', async () => 'entry')).toBe('entry');
    expect(waited).toEqual([]);

    const written = async () => (waited.length > 0 ? 'entry' : undefined);
    expect(await ownWrites.findUnchanging('audit-log', written)).toBe('entry');
    expect(waited).toEqual([[['audit-log'], '0007']]);
    expect(await ownWrites.findUnchanging('audit-log', async () => undefined)).toBeUndefined();
  });
});
