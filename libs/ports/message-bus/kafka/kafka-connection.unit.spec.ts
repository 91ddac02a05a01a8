import { expect, it, vi } from 'vitest';
import { kafkaConfig, openKafka, topicPrefixOf } from './kafka-connection.js';

const brokers = ['kafka-1:9092', 'kafka-2:9092'];

it.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)('kafkajs is given SASL %s and TLS', (mechanism) => {
  const sasl = { mechanism, username: 'relay', password: 'secret' };
  const ssl = { ca: '-----BEGIN CERTIFICATE-----' };
  expect(kafkaConfig({ brokers, sasl, ssl, clientId: 'worker' })).toMatchObject({
    brokers,
    sasl,
    ssl,
    clientId: 'worker',
  });
});

it('a connection has no credentials and no TLS unless it is configured', () => {
  expect(kafkaConfig({ brokers })).toMatchObject({ brokers, ssl: false, clientId: 'transledger' });
  expect(kafkaConfig({ brokers })).not.toHaveProperty('sasl');
  expect(kafkaConfig({ brokers, ssl: true })).toMatchObject({ ssl: true });
  expect(topicPrefixOf({ brokers })).toBe('transledger.');
  expect(topicPrefixOf({ brokers, topicPrefix: 'blue.' })).toBe('blue.');
});

it('the warning of timers in the past is dropped for kafkajs, and no other', () => {
  openKafka({ brokers });
  const seen: string[] = [];
  const onWarning = vi.fn(({ message }: Error) => seen.push(message));
  process.on('warning', onWarning);
  const kafkajs = () => process.emitWarning('of kafkajs', 'TimeoutNegativeWarning');
  kafkajs();
  const elsewhere = () => process.emitWarning('of another', 'TimeoutNegativeWarning');
  elsewhere();
  process.emitWarning('something else', 'OtherWarning');
  return new Promise<void>((resolve) => {
    setImmediate(() => {
      process.off('warning', onWarning);
      expect(seen).toEqual(['of another', 'something else']);
      resolve();
    });
  });
});
