import { expect, it } from 'vitest';
import { readSettings } from '#libs/platform/config/settings.js';
import { connectionsInUse, enginesInUse } from './engines-in-use.js';

const cluster = {
  DATABASE_URL: 'postgresql://user:hidden@db.example.com/app?sslmode=verify-full',
  EVENTSTORE_URL: 'esdb://user:hidden@events.example.com:2113?tls=false',
  KAFKA_BROKERS: 'kafka.example.com:9092',
  TRANSLEDGER_KAFKA_TLS: 'true',
  REDIS_URL: 'rediss://:hidden@redis.example.com',
  S3_BUCKET: 'files',
  TRITON_URLS: 'grpcs://a.example.com:8001,grpc://b.example.com:8001',
};

it('an engine without a server is embedded', () => {
  const engines = enginesInUse(readSettings({}));
  expect(new Set(Object.values(engines))).toEqual(new Set(['embedded']));
  expect(connectionsInUse(readSettings({}))).toEqual({});
});

it('an engine with a server is named by its kind, and what has no server of its own by what it is kept in', () => {
  expect(enginesInUse(readSettings(cluster))).toEqual({
    database: 'PostgreSQL',
    'event store': 'EventStoreDB',
    'message bus': 'Kafka',
    'job queue': 'Redis',
    limits: 'Redis',
    files: 'S3',
    translation: 'Triton',
  });
  expect(enginesInUse(readSettings({ DATABASE_URL: cluster.DATABASE_URL }))).toMatchObject({
    'event store': 'PostgreSQL',
    'message bus': 'PostgreSQL',
    'job queue': 'PostgreSQL',
    files: 'embedded',
  });
});

it('a connection is said to be encrypted where its address says so, for all servers of a kind', () => {
  expect(connectionsInUse(readSettings(cluster))).toEqual({
    'PostgreSQL connection': 'TLS',
    'EventStoreDB connection': 'without TLS',
    'Kafka connection': 'TLS',
    'Redis connection': 'TLS',
    'S3 connection': 'TLS',
    'Triton connection': 'without TLS',
  });
});

it('an inference process elsewhere is named, and how it is reached', () => {
  const settings = readSettings({ TRANSLEDGER_INFERENCE_URLS: 'unix:///run/inference.sock,tcp://127.0.0.1:7000' });
  expect(enginesInUse(settings).translation).toBe('inference process');
  expect(connectionsInUse(settings)).toEqual({ 'inference connection': 'on the same machine' });
  const unused = { TRITON_URLS: 'grpcs://triton:8001', TRANSLEDGER_INFERENCE_URLS: 'tcp://127.0.0.1:7000' };
  expect(connectionsInUse(readSettings(unused))).toEqual({ 'Triton connection': 'TLS' });
  const away = readSettings({ TRANSLEDGER_INFERENCE_URLS: 'tcp://models.example.com:7000' });
  expect(connectionsInUse(away)).toEqual({ 'inference connection': 'without TLS' });
  expect(enginesInUse({ ...away, TRANSLEDGER_INFERENCE: 'apertium' }).translation).toBe('embedded');
});

it.each([
  ['', 'TLS not stated'],
  ['?sslmode=prefer', 'without TLS'],
  ['?sslmode=require', 'TLS'],
])('an address of PostgreSQL that ends with "%s" is %s', (end, expected) => {
  const settings = readSettings({ DATABASE_URL: `postgresql://db.example.com/app${end}` });
  expect(connectionsInUse(settings)).toEqual({ 'PostgreSQL connection': expected });
});

it('a server on the same machine is said to be there, unless one of its kind is elsewhere', () => {
  const onThisMachine = {
    DATABASE_URL: 'postgresql://user@127.0.0.1:5432/app',
    EVENTSTORE_URL: 'esdb://localhost:2113?tls=false',
    KAFKA_BROKERS: '127.0.0.1:9092,[::1]:9093',
    REDIS_URL: 'redis://localhost',
    S3_BUCKET: 'files',
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    TRITON_URLS: 'grpc://127.0.0.1:8001,grpc://b.example.com:8001',
  };
  expect(connectionsInUse(readSettings(onThisMachine))).toEqual({
    'PostgreSQL connection': 'on the same machine',
    'EventStoreDB connection': 'on the same machine',
    'Kafka connection': 'on the same machine',
    'Redis connection': 'on the same machine',
    'S3 connection': 'on the same machine',
    'Triton connection': 'without TLS',
  });
});

it('no address and no secret is named', () => {
  const settings = readSettings(cluster);
  expect(JSON.stringify([enginesInUse(settings), connectionsInUse(settings)])).not.toMatch(/hidden|example/);
});
