import { expect, it } from 'vitest';
import { deadLetterTopic, eventTopics, topicOf, topicsOf } from './topics.js';

it('gives every topic a name of its own, which Kafka takes', () => {
  const names = [...eventTopics, deadLetterTopic('document-translation')].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z._-]{1,200}$/);
});

it('keeps the events of an aggregate together', () => {
  expect(topicOf('DocumentUploaded')).toBe(topicOf('DocumentTranslationCompleted'));
  expect(topicsOf(['DocumentDeleted', 'DocumentExpired'])).toEqual([topicOf('DocumentUploaded')]);
  expect(topicsOf(['WebhookDeliveryAttempted', 'DocumentExpired'])).toHaveLength(2);
});

it('has a place for events that it does not know', () => {
  expect(eventTopics).toContain(topicOf('GlossaryImported'));
  expect(topicOf('toString')).toBe(topicOf('GlossaryImported'));
});
