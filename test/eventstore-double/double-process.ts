import { join } from 'node:path';
import { projectRoot } from '#test/project-root.js';
import { ServerProcess } from '#test/servers/server-process.js';
import { EventStoreDoubleControl } from './control-client.js';

export interface DoubleProcessOptions {
  /** Folder of the log; a temporary one, removed at the stop, when omitted. */
  folder?: string;
  /** Port to listen on; a free one when omitted. */
  port?: number;
  username?: string;
  password?: string;
  tls?: { keyFile: string; certFile: string };
  /** Microseconds for which a reader is busy with each event that is examined; 0 when omitted. */
  readMicrosPerEvent?: number;
}

export interface DoubleProcess {
  /** Connection string for the client, without credentials. */
  url: string;
  port: number;
  control: EventStoreDoubleControl;
  server: ServerProcess;
}

const LISTENS = /listens on (esdb:\/\/127\.0\.0\.1:(\d+)\?tls=\w+), control on 127\.0\.0\.1:(\d+)/;

/** Arguments of Node that run the double from the source as well as from dist/. */
const nodeArguments = (): string[] =>
  import.meta.filename.endsWith('.ts')
    ? [
        '--import',
        join(projectRoot, 'libs/platform/process/typescript-hooks.mjs'),
        join(import.meta.dirname, 'main.ts'),
      ]
    : ['--enable-source-maps', join(import.meta.dirname, 'main.js')];

/** The double in an operating-system process of its own, with a log that outlives its death. */
export const startDoubleProcess = async (options: DoubleProcessOptions = {}): Promise<DoubleProcess> => {
  const { folder, port, username, password, tls, readMicrosPerEvent = 0 } = options;
  const server = await ServerProcess.start({
    name: 'eventstore-double',
    folder,
    command: (data) => ({
      program: process.execPath,
      args: [
        ...nodeArguments(),
        `--log-file=${join(data, 'events.log')}`,
        `--port=${port ?? 0}`,
        `--read-micros=${readMicrosPerEvent}`,
        ...(tls === undefined ? [] : [`--tls-key=${tls.keyFile}`, `--tls-cert=${tls.certFile}`]),
      ],
      env: {
        ...process.env,
        ...(username === undefined ? {} : { EVENTSTORE_DOUBLE_USERNAME: username }),
        ...(password === undefined ? {} : { EVENTSTORE_DOUBLE_PASSWORD: password }),
      },
    }),
    isReady: (log) => LISTENS.test(log),
  });
  const [, url = '', listening, control] = LISTENS.exec(server.log()) ?? [];
  return { url, port: Number(listening), control: new EventStoreDoubleControl(Number(control)), server };
};
