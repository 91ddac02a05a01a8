import { expect, it } from 'vitest';
import { nameOfCall } from './process-figures.js';

const call = (...words: string[]): string => words.map((word) => `${word}\0`).join('');

it.each([
  ['api', call('/usr/bin/node', '--import', '/a/own-source-maps.mjs', '/a/dist/apps/api/main.js')],
  ['event store double', call('node', '/a/dist/test/eventstore-double/main.js', '--log-file=/b/kafka/events.log')],
  ['balancer', call('/usr/bin/node', '/a/dist/test/cluster/main.js')],
  ['kafka', call('java', '-cp', '/a/.servers/kafka-4.1.0/libs/*', 'kafka.Kafka', '/b/kafka/server.properties')],
  ['s3', call('java', '-cp', '/a/s3proxy.jar', 'org.gaul.s3proxy.Main', '--properties', '/b/s3proxy.properties')],
  // Redis and PostgreSQL write over their arguments.
  ['redis', 'redis-server 127.0.0.1:6379'],
  ['postgres', 'postgres: transledger transledger 127.0.0.1(4711) idle'],
  ['postgres', call('/a/native/bin/postgres', '-D', '/b/postgres/cluster')],
  ['triton', call('/a/tritonserver/bin/tritonserver', '--model-repository=/b/models')],
  ['triton', call('/a/backends/python/triton_python_backend_stub', '/b/models/apertium/1/model.py')],
  ['lt-proc', call('/usr/bin/lt-proc', '-z', '/usr/share/apertium/eng-spa.automorf.bin')],
])('a process is counted as %s by its call', (name, words) => {
  expect(nameOfCall(words)).toBe(name);
});
