import { expect, it } from 'vitest';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import { uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { EndBrokenTextStream, EndBrokenTextStreamHandler } from './end-broken-text-stream.handler.js';

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

it('a stream ends as broken, counted in full, and names no process', async () => {
  const eventStore = new InMemoryEventStore();
  const handler = new EndBrokenTextStreamHandler(new DayStreamWriter({ eventStore, processId: 'worker' }));
  await handler.execute(new EndBrokenTextStream({ ...facts, processId: 'dead' }, uploaderMetadata));
  const [ended, ...more] = eventStore.events;
  expect(more).toEqual([]);
  expect(ended?.type).toBe('TextStreamEnded');
  expect(ended?.data).toEqual({
    ...facts,
    result: 'broken',
    code: null,
    model: null,
    confidence: null,
    cached: false,
    countedCharacters: 13,
  });
});
