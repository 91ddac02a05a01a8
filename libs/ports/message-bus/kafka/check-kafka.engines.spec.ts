import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '#libs/platform/process/free-port.js';
import { describeWith } from '#test/servers/describe-with.js';
import { type RunningKafka, startKafka } from '#test/servers/kafka.js';
import { patient } from '../contract/bus.suite.js';
import { checkKafka } from './check-kafka.js';
import { openKafka } from './kafka-connection.js';
import { prepareTopics } from './prepare-topics.js';
import { KafkaPublisher } from './publisher.js';
import { deadLetterTopic } from './topics.js';

const run = promisify(execFile);
const password = 'correct horse';
const login = 'org.apache.kafka.common.security.plain.PlainLoginModule required';

const keyStore = 'broker.p12';

/** Makes a key for the broker; returns its certificate. */
const makeKeyStore = async (folder: string): Promise<string> => {
  const store = ['-keystore', join(folder, keyStore), '-storepass', password, '-alias', 'broker'];
  const kind = ['-storetype', 'PKCS12', '-keyalg', 'EC', '-dname', 'CN=127.0.0.1', '-ext', 'san=ip:127.0.0.1'];
  await run('keytool', ['-genkeypair', ...store, ...kind]);
  return (await run('keytool', ['-exportcert', '-rfc', ...store])).stdout;
};

describeWith(['kafka'], 'checking Kafka', () => {
  let kafka: RunningKafka;
  /** Addresses of the broker with credentials, and without. */
  let brokers: string[];
  let openBrokers: string[];
  let tlsBrokers: string[];
  let folder: string;
  let certificate: string;
  let silent: Server;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transledger-kafka-'));
    certificate = await makeKeyStore(folder);
    const [port, openPort, tlsPort] = [await freePort(), await freePort(), await freePort()];
    const controllerPort = await freePort();
    const listeners = `SASL_PLAINTEXT://127.0.0.1:${port},PLAINTEXT://127.0.0.1:${openPort},SSL://127.0.0.1:${tlsPort}`;
    kafka = await startKafka({
      port,
      folder,
      properties: {
        listeners: `${listeners},CONTROLLER://127.0.0.1:${controllerPort}`,
        'advertised.listeners': listeners,
        'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
        'listener.security.protocol.map':
          'CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT,SSL:SSL,SASL_PLAINTEXT:SASL_PLAINTEXT',
        'inter.broker.listener.name': 'PLAINTEXT',
        'sasl.enabled.mechanisms': 'PLAIN',
        'listener.name.sasl_plaintext.plain.sasl.jaas.config': `${login} user_relay="${password}";`,
        'ssl.keystore.type': 'PKCS12',
        'ssl.keystore.location': join(folder, keyStore),
        'ssl.keystore.password': password,
      },
    });
    brokers = [`127.0.0.1:${port}`];
    openBrokers = [`127.0.0.1:${openPort}`];
    tlsBrokers = [`127.0.0.1:${tlsPort}`];
    silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  });

  afterAll(async () => {
    silent.close();
    await kafka.server.kill();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const sasl = { mechanism: 'plain', username: 'relay', password } as const;

  const complaint = async (connection: Parameters<typeof checkKafka>[0]): Promise<string> => {
    const began = performance.now();
    const error = await checkKafka(connection).then(
      () => undefined,
      (reason: Error) => reason,
    );
    expect(performance.now() - began).toBeLessThan(10_000); // 2 s, and what a busy machine takes
    return error?.message ?? 'none';
  };

  it('the check passes with brokers that answer and the right password', async () => {
    await vi.waitFor(async () => expect(await complaint({ brokers: openBrokers })).toBe('none'), patient);
    expect(await complaint({ brokers, sasl })).toBe('none');
  });

  it('the check reports a wrong password, user or mechanism, without the password', async () => {
    const refused = 'The Kafka brokers refuse the user name or password.';
    expect(await complaint({ brokers, sasl: { ...sasl, password: 'battery staple' } })).toBe(refused);
    expect(await complaint({ brokers, sasl: { ...sasl, username: 'nobody' } })).toBe(refused);
    expect(await complaint({ brokers, sasl: { ...sasl, mechanism: 'scram-sha-512' } })).toBe(
      'The Kafka brokers do not offer SASL scram-sha-512.',
    );
  });

  it('the check reports brokers that require something else', async () => {
    expect(await complaint({ brokers })).toBe(
      'The Kafka brokers close the connection, which may want TLS or a password.',
    );
    expect(await complaint({ brokers: openBrokers, ssl: true })).toMatch(/do not speak TLS|may not be for TLS/);
  });

  it('the check trusts only the certificate that it was given', async () => {
    expect(await complaint({ brokers: tlsBrokers, ssl: { ca: certificate } })).toBe('none');
    expect(await complaint({ brokers: tlsBrokers, ssl: true })).toBe(
      'The Kafka brokers show a certificate that is not trusted.',
    );
    expect(await complaint({ brokers: tlsBrokers })).toMatch(/may want TLS or a password|do not answer/);
  });

  it('the check reports brokers that do not exist, are unknown or do not answer', async () => {
    const nobody = `127.0.0.1:${await freePort()}`;
    expect(await complaint({ brokers: [nobody] })).toBe('The Kafka brokers refuse the connection.');
    const address = silent.address();
    const silentPort = typeof address === 'object' ? address?.port : undefined;
    expect(await complaint({ brokers: [`127.0.0.1:${silentPort}`] })).toBe('The Kafka brokers do not answer.');
    expect(await complaint({ brokers: ['no-such-host.invalid:9092'] })).toMatch(/name that is not known|do not answer/);
  });

  it('the check passes while one of several brokers answers', async () => {
    const away = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
    const answers = Array.from({ length: 8 }, () => complaint({ brokers: [...away, ...openBrokers] }));
    expect(new Set(await Promise.all(answers))).toEqual(new Set(['none']));
  });

  it('a signed-in producer publishes', async () => {
    const client = openKafka({ brokers, sasl });
    const topic = deadLetterTopic('signed-in');
    await prepareTopics(client, '', [topic]);
    const publisher = new KafkaPublisher(client);
    await publisher.publish([{ topic: topic.name, record: { key: '1', value: '{}', partition: 0 } }]);
    await publisher.close();
  });
});
