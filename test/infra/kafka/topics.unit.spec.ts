import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { settingDefinitions } from '#libs/platform/config/settings.js';
import {
  deadLetterTopic,
  eventTopics,
  maxRecordBytes,
  replicas,
  type TopicDeclaration,
} from '#libs/ports/message-bus/kafka/topics.js';
import { projectRoot } from '#test/project-root.js';
import { aclFile, folder, topicFile } from './kafka-files.js';

/** Names of the consumer groups of the worker, from where they are defined. */
const groups = globSync('apps/worker/**/*.ts', { cwd: projectRoot, exclude: (name) => /\.spec\.ts$/.test(name) })
  .map((file) => readFileSync(join(projectRoot, file), 'utf8'))
  .flatMap((source) => [...source.matchAll(/^ +name: '([\w-]+)',\n +types: /gm)].map(([, name = '']) => name));

const asListed = ({ name, partitions, cleanup, retentionMs }: TopicDeclaration) => ({
  name,
  partitions,
  config: {
    'cleanup.policy': cleanup,
    ...(retentionMs === undefined ? {} : { 'retention.ms': String(retentionMs) }),
  },
});

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);

const commands = (...args: string[]): string[] =>
  execFileSync(process.execPath, [join(folder, 'commands.mjs'), ...args], { encoding: 'utf8' })
    .trim()
    .split('\n');

describe('infra/kafka/topics.json', () => {
  it('topics.json lists the topics of the code, and a dead-letter topic for each group', () => {
    expect(groups).toHaveLength(12);
    const declared = [...eventTopics, ...groups.map(deadLetterTopic)].map(asListed);
    expect(topicFile.topics.toSorted(byName)).toEqual(declared.toSorted(byName));
  });

  it('topics.json has the configuration that all topics share', () => {
    expect(topicFile.replicas).toBe(replicas.wanted);
    expect(topicFile.config).toEqual({
      'max.message.bytes': String(maxRecordBytes),
      'min.insync.replicas': String(replicas.inSync),
    });
  });

  it('topics.json and acls.json have the default prefix', () => {
    const prefix = settingDefinitions.TRANSLEDGER_KAFKA_TOPIC_PREFIX.default;
    expect([topicFile.prefix, aclFile.prefix]).toEqual([prefix, prefix]);
  });
});

describe('infra/kafka/commands.mjs', () => {
  it('commands.mjs prints a command for each topic', () => {
    const printed = commands('topics', 'kafka-1:9092');
    expect(printed).toHaveLength(topicFile.topics.length);
    expect(printed[0]).toBe(
      'kafka-topics.sh --bootstrap-server kafka-1:9092 --create --if-not-exists --topic transledger.events.document ' +
        '--partitions 12 --replication-factor 3 --config max.message.bytes=2097152 --config min.insync.replicas=2 ' +
        '--config cleanup.policy=delete --config retention.ms=2592000000',
    );
  });

  it('commands.mjs prints a command for each right', () => {
    const printed = commands('acls', 'kafka-1:9092', '--command-config', 'admin.properties');
    expect(printed).toHaveLength(aclFile.roles.flatMap(({ allow }) => allow).length);
    expect(printed[0]).toBe(
      'kafka-acls.sh --bootstrap-server kafka-1:9092 --command-config admin.properties --add --allow-principal ' +
        'User:transledger-projector --topic transledger.events. --resource-pattern-type prefixed ' +
        '--operation Describe --operation DescribeConfigs --operation Create --operation Write',
    );
  });
});
