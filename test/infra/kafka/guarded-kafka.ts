import type { Admin } from 'kafkajs';
import kafkajs from 'kafkajs';
import { expect, vi } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { type KafkaConnection, openKafka } from '#libs/ports/message-bus/kafka/kafka-connection.js';
import { type RunningKafka, startKafka } from '#test/servers/kafka.js';
import { aclFile, topicFile } from './kafka-files.js';

// Node sees no exports of these names in the CommonJS module.
const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;

const password = 'correct horse';
const login = 'org.apache.kafka.common.security.plain.PlainLoginModule required';

const operations = {
  Describe: AclOperationTypes.DESCRIBE,
  DescribeConfigs: AclOperationTypes.DESCRIBE_CONFIGS,
  Create: AclOperationTypes.CREATE,
  Read: AclOperationTypes.READ,
  Write: AclOperationTypes.WRITE,
} as const;

const operationOf = (name: string) => {
  const known = Object.entries(operations).find(([operation]) => operation === name);
  if (known === undefined) throw new Error(`An operation that is not known: ${name}`);
  return known[1];
};

/** A broker that refuses everything that acls.json does not allow, with a user for each role. */
export class GuardedKafka {
  private constructor(
    readonly server: RunningKafka,
    private readonly admin: Admin,
  ) {}

  static async start(): Promise<GuardedKafka> {
    const [port, openPort, controllerPort] = [await freePort(), await freePort(), await freePort()];
    const listeners = `SASL_PLAINTEXT://127.0.0.1:${port},PLAINTEXT://127.0.0.1:${openPort}`;
    const users = aclFile.roles.map(({ role }) => `user_${role}="${password}"`).join(' ');
    const server = await startKafka({
      port,
      properties: {
        listeners: `${listeners},CONTROLLER://127.0.0.1:${controllerPort}`,
        'advertised.listeners': listeners,
        'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
        'listener.security.protocol.map': 'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SASL_PLAINTEXT:SASL_PLAINTEXT',
        'inter.broker.listener.name': 'PLAINTEXT',
        'sasl.enabled.mechanisms': 'PLAIN',
        'listener.name.sasl_plaintext.plain.sasl.jaas.config': `${login} ${users};`,
        'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
        'super.users': 'User:ANONYMOUS',
      },
    });
    const admin = openKafka({ brokers: [`127.0.0.1:${openPort}`] }).admin();
    await admin.connect();
    return new GuardedKafka(server, admin);
  }

  /** Creates the topics of topics.json, for one broker. */
  async makeTopics(): Promise<void> {
    const { prefix, config, topics } = topicFile;
    await this.admin.createTopics({
      waitForLeaders: true,
      topics: topics.map((topic) => ({
        topic: `${prefix}${topic.name}`,
        numPartitions: topic.partitions,
        replicationFactor: 1,
        configEntries: Object.entries({ ...config, 'min.insync.replicas': '1', ...topic.config }).map(
          ([name, value]) => ({ name, value }),
        ),
      })),
    });
  }

  /** Grants the rights of acls.json. */
  async grant(): Promise<void> {
    const acl = aclFile.roles.flatMap(({ role, allow }) =>
      allow.flatMap(({ resource, name, operations: allowed }) =>
        allowed.map((operation) => ({
          resourceType: resource === 'topic' ? AclResourceTypes.TOPIC : AclResourceTypes.GROUP,
          resourceName: `${aclFile.prefix}${name}`,
          resourcePatternType: ResourcePatternTypes.PREFIXED,
          principal: `User:${role}`,
          host: '*',
          operation: operationOf(operation),
          permissionType: AclPermissionTypes.ALLOW,
        })),
      ),
    );
    await this.admin.createAcls({ acl });
    await vi.waitFor(async () => expect(await this.granted()).toBe(acl.length), { timeout: 30_000, interval: 100 });
  }

  /** Brokers learn of rights a little after they are granted. */
  private async granted(): Promise<number> {
    const { resources } = await this.admin.describeAcls({
      resourceType: AclResourceTypes.ANY,
      resourcePatternType: ResourcePatternTypes.ANY,
      operation: AclOperationTypes.ANY,
      permissionType: AclPermissionTypes.ANY,
    });
    return resources.flatMap(({ acls }) => acls).length;
  }

  /** Resolves when the topic is gone; only a role creates it again. */
  async removeTopic(name: string): Promise<void> {
    const topic = `${topicFile.prefix}${name}`;
    await this.admin.deleteTopics({ topics: [topic] });
    await vi.waitFor(async () => expect(await this.admin.listTopics()).not.toContain(topic), { timeout: 30_000 });
  }

  as(role: string): KafkaConnection {
    return { brokers: [this.server.brokers], sasl: { mechanism: 'plain', username: role, password } };
  }

  async stop(): Promise<void> {
    await this.admin.disconnect();
    await this.server.server.kill();
  }
}
