import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { listenForControl } from './control-server.js';
import { startEventStoreDouble } from './event-store-double.js';
import type { EventStoreDoubleOptions } from './options.js';

// The double as a process of its own: see README.md.

const { values } = parseArgs({
  options: {
    port: { type: 'string' },
    'control-port': { type: 'string' },
    'log-file': { type: 'string' },
    'tls-key': { type: 'string' },
    'tls-cert': { type: 'string' },
    'max-append-size': { type: 'string' },
    'read-micros': { type: 'string' },
  },
});

const readOptions = (): EventStoreDoubleOptions => {
  const { EVENTSTORE_DOUBLE_USERNAME: username, EVENTSTORE_DOUBLE_PASSWORD: password } = process.env;
  const { 'log-file': logFile, 'tls-key': keyFile, 'tls-cert': certFile, 'max-append-size': maxAppendSize } = values;
  const { 'read-micros': readMicros } = values;
  return {
    port: Number(values.port ?? 0),
    ...(logFile === undefined ? {} : { logFile }),
    ...(username === undefined || password === undefined ? {} : { username, password }),
    ...(keyFile === undefined || certFile === undefined ? {} : { tls: { keyFile, certFile } }),
    ...(readMicros === undefined ? {} : { readMicrosPerEvent: Number(readMicros) }),
    ...(maxAppendSize === undefined ? {} : { maxAppendSize: Number(maxAppendSize) }),
  };
};

const double = await startEventStoreDouble(readOptions());
const control = await listenForControl(double, Number(values['control-port'] ?? 0));
const controlPort = (control.address() as AddressInfo).port;
process.stdout.write(`EventStoreDB double listens on ${double.url}, control on 127.0.0.1:${controlPort}\n`);

process.once('SIGTERM', async () => {
  control.closeAllConnections();
  control.close();
  await double.stop();
});
