import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { checkKafka } from '#libs/ports/message-bus/kafka/check-kafka.js';
import { openKafka } from '#libs/ports/message-bus/kafka/kafka-connection.js';
import { prepareTopics, withAdmin } from '#libs/ports/message-bus/kafka/prepare-topics.js';
import { KafkaPublisher } from '#libs/ports/message-bus/kafka/publisher.js';
import { deadLetterTopic, eventTopics, type TopicDeclaration, topicOf } from '#libs/ports/message-bus/kafka/topics.js';
import { describeWith } from '#test/servers/describe-with.js';
import { GuardedKafka } from './guarded-kafka.js';
import { topicFile } from './kafka-files.js';

const group = 'document-translation';
const documents = topicOf('DocumentUploaded');
const glossaries = topicOf('GlossaryCreated');
const nameOf = ({ name }: TopicDeclaration): string => `${topicFile.prefix}${name}`;

describeWith(['kafka'], 'topics and rights on a broker', () => {
  let kafka: GuardedKafka;
  beforeAll(async () => {
    kafka = await GuardedKafka.start();
    await kafka.makeTopics();
    await kafka.grant();
  });
  afterAll(() => kafka?.stop());

  const publish = async (role: string, topic: string): Promise<void> => {
    const publisher = new KafkaPublisher(openKafka(kafka.as(role)));
    try {
      await publisher.publish([{ topic, record: { key: 'document-1', value: '{}', partition: 0 } }]);
    } finally {
      await publisher.close();
    }
  };

  const readOne = async (role: string, topic: string): Promise<string> => {
    const consumer = openKafka(kafka.as(role)).consumer({
      groupId: `${topicFile.prefix}${group}`,
      retry: { retries: 12, maxRetryTime: 2_000, restartOnFailure: async () => false },
    });
    const read = Promise.withResolvers<string>();
    try {
      await consumer.connect();
      consumer.on(consumer.events.CRASH, ({ payload }) => read.reject(payload.error));
      await consumer.subscribe({ topics: [topic], fromBeginning: true });
      await consumer.run({ eachMessage: async ({ message }) => read.resolve(String(message.key)) });
      return await read.promise;
    } finally {
      await consumer.disconnect();
    }
  };

  const prepare = (role: string, topics: readonly TopicDeclaration[]) =>
    prepareTopics(openKafka(kafka.as(role)), topicFile.prefix, topics);

  const asDeclared = { created: [], differences: [], tooSmall: [] };

  it('the projector sees the topics as the code declares them', async () =>
    expect(await prepare('projector', eventTopics)).toEqual(asDeclared));

  it('a worker sees the topics as the code declares them', async () =>
    expect(await prepare('worker', [documents, deadLetterTopic(group)])).toEqual(asDeclared));

  it('the rights let the projector publish and a worker read', async () => {
    await publish('projector', nameOf(documents));
    // The first group of a broker waits until the topic of offsets exists.
    const read = await vi.waitFor(() => readOne('worker', nameOf(documents)), { timeout: 60_000, interval: 500 });
    expect(read).toBe('document-1');
  });

  it('the rights let a worker write to its dead-letter topic', async () =>
    expect(await publish('worker', nameOf(deadLetterTopic(group)))).toBeUndefined());

  it.each(['worker', 'cli'])('the rights let the %s read the offsets of topics', async (role) => {
    const offsets = await withAdmin(openKafka(kafka.as(role)), (admin) => admin.fetchTopicOffsets(nameOf(documents)));
    expect(offsets).toHaveLength(documents.partitions);
  });

  it.each(['api', 'projector', 'worker', 'cli'])(
    'the rights let the %s check whether the brokers answer',
    async (role) => expect(await checkKafka(kafka.as(role))).toBeUndefined(),
  );

  it('the rights let the projector create a missing event topic', async () => {
    await kafka.removeTopic(glossaries.name);
    // The brokers may still be busy with the removal.
    await expect.poll(() => prepare('projector', eventTopics), { timeout: 30_000 }).toEqual(asDeclared);
  });

  it.each([
    ['api', nameOf(documents)],
    ['cli', nameOf(documents)],
    ['worker', nameOf(documents)],
    ['projector', nameOf(deadLetterTopic(group))],
  ])('the rights do not let the %s write to %s', async (role, topic) =>
    expect(publish(role, topic)).rejects.toThrow(/authorization failed|not authorized/i),
  );

  // kafkajs reports of a group that is refused only that it has found no coordinator.
  it('the rights do not let the projector read in the name of a group', async () =>
    expect(readOne('projector', nameOf(documents))).rejects.toThrow('Failed to find group coordinator'));
});
