import { expect, it } from 'vitest';
import { deadLetterTopic, eventTopics, topicOf, topicsOf } from './topics.js';

it('every topic has a name of its own, which Kafka accepts', () => {
  const names = [...eventTopics, deadLetterTopic('document-translation')].map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z._-]{1,200}$/);
});

it('the events of an aggregate are kept together', () => {
  expect(topicOf('DocumentUploaded')).toBe(topicOf('DocumentTranslationCompleted'));
  expect(topicsOf(['DocumentDeleted', 'DocumentExpired'])).toEqual([topicOf('DocumentUploaded')]);
  expect(topicsOf(['WebhookDeliveryAttempted', 'DocumentExpired'])).toHaveLength(2);
});

it('an unknown event type has a topic', () => {
  expect(eventTopics).toContain(topicOf('GlossaryImported'));
  expect(topicOf('toString')).toBe(topicOf('GlossaryImported'));
});
