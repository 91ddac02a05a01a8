import kafkajs, { type Admin, type ITopicConfig, type Kafka } from 'kafkajs';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import { maxRecordBytes, replicas, type TopicDeclaration } from './topics.js';

export interface TopicReport {
  /** Names of topics that were missing and are created. */
  created: string[];
  /** Differences of topics from their declarations, a line each. Nothing was changed. */
  differences: string[];
  /** Names of topics with fewer partitions than declared: some streams have no place in them. */
  tooSmall: string[];
}

export const withAdmin = async <Result>(kafka: Kafka, work: (admin: Admin) => Promise<Result>): Promise<Result> => {
  const admin = kafka.admin();
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
};

// Node sees no export of this name in the CommonJS module.
const { ConfigResourceTypes } = kafkajs;

/** Creates the missing topics, and returns where the others differ from their declarations. */
export const prepareTopics = (
  kafka: Kafka,
  prefix: string,
  declared: readonly TopicDeclaration[],
): Promise<TopicReport> =>
  withAdmin(kafka, async (admin) => {
    const there = new Set(await admin.listTopics());
    const { brokers } = await admin.describeCluster();
    const nameOf = ({ name }: TopicDeclaration) => `${prefix}${name}`;
    const missing = declared.filter((topic) => !there.has(nameOf(topic)));
    if (missing.length > 0) {
      const topics = missing.map((topic) => toTopicConfig(nameOf(topic), topic, brokers.length));
      await admin.createTopics({ topics, waitForLeaders: true }); // tolerates those that another has just created
    }
    const present = declared.filter((topic) => there.has(nameOf(topic)));
    const compared = present.length === 0 ? {} : await compare(admin, prefix, present, brokers.length);
    return { created: missing.map(nameOf), differences: [], tooSmall: [], ...compared };
  });

/** A topic differs from its declaration. */
export class TopicError extends PlainError {
  override readonly name = 'TopicError';
}

/** Makes the error for one line of a report's differences. */
export const topicDiffers = (difference: string): TopicError =>
  new TopicError(`A topic is not as declared: ${difference}`);

/** Makes the error for topics that were missing: their records not yet read are in the event store alone. */
export const topicsWereGone = (topics: readonly string[]): TopicError =>
  new TopicError(`Topics were gone and are empty now: ${topics.join(', ')}`);

const replicasFor = (brokers: number): number => Math.min(replicas.wanted, brokers);

const settingsOf = ({ cleanup, retentionMs }: TopicDeclaration, brokers: number): Record<string, string> => ({
  'cleanup.policy': cleanup,
  'max.message.bytes': String(maxRecordBytes),
  'min.insync.replicas': String(Math.min(replicas.inSync, replicasFor(brokers))),
  ...(retentionMs === undefined ? {} : { 'retention.ms': String(retentionMs) }),
});

const toTopicConfig = (topic: string, declaration: TopicDeclaration, brokers: number): ITopicConfig => ({
  topic,
  numPartitions: declaration.partitions,
  replicationFactor: replicasFor(brokers),
  configEntries: Object.entries(settingsOf(declaration, brokers)).map(([name, value]) => ({ name, value })),
});

const compare = async (
  admin: Admin,
  prefix: string,
  declared: readonly TopicDeclaration[],
  brokers: number,
): Promise<Omit<TopicReport, 'created'>> => {
  const topics = declared.map(({ name }) => `${prefix}${name}`);
  const [metadata, configs] = await Promise.all([
    admin.fetchTopicMetadata({ topics }),
    admin.describeConfigs({
      includeSynonyms: false,
      resources: topics.map((name) => ({ type: ConfigResourceTypes.TOPIC, name })),
    }),
  ]);
  const tooSmall: string[] = [];
  const differences = declared.flatMap((declaration) => {
    const topic = `${prefix}${declaration.name}`;
    const partitions = metadata.topics.find(({ name }) => name === topic)?.partitions ?? [];
    const resource = configs.resources.find(({ resourceName }) => resourceName === topic);
    const actual = new Map(resource?.configEntries.map((entry) => [entry.configName, entry.configValue]));
    const line = (what: string, is: string | number | undefined, declaredAs: string | number) =>
      String(is) === String(declaredAs) ? [] : [`${topic}: ${what} is ${is ?? 'unknown'}, declared ${declaredAs}`];
    const minReplicas = Math.min(...partitions.map((partition) => partition.replicas.length));
    if (partitions.length < declaration.partitions) tooSmall.push(topic);
    return [
      ...line('number of partitions', partitions.length, declaration.partitions),
      ...(minReplicas < replicasFor(brokers) ? line('number of replicas', minReplicas, replicasFor(brokers)) : []),
      ...Object.entries(settingsOf(declaration, brokers)).flatMap(([name, value]) =>
        line(name, actual.get(name), value),
      ),
    ];
  });
  return { differences, tooSmall };
};
