import { freePort } from '#libs/platform/process/free-port.js';
import { ServerProcess } from './server-process.js';

export interface RedisOptions {
  folder?: string;
  port?: number;
  password?: string;
  /** Further settings of `redis.conf`, as on its command line; `maxmemory-policy` is `noeviction` unless given here. */
  settings?: Record<string, string>;
}

export interface RunningRedis {
  url: string;
  port: number;
  server: ServerProcess;
}

/** Starts Debian's redis-server, with an append-only file that is synced every second. */
export const startRedis = async (options: RedisOptions = {}): Promise<RunningRedis> => {
  const port = options.port ?? (await freePort());
  const server = await ServerProcess.start({
    name: 'redis',
    folder: options.folder,
    command: (folder) => {
      const settings: Record<string, string> = {
        bind: '127.0.0.1',
        port: String(port),
        dir: folder,
        appendonly: 'yes',
        save: '',
        'maxmemory-policy': 'noeviction',
        ...(options.password === undefined ? {} : { requirepass: options.password }),
        ...options.settings,
      };
      const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
      return { program: 'redis-server', args };
    },
    isReady: (log) => log.includes('Ready to accept connections'),
  });
  const credentials = options.password === undefined ? '' : `:${options.password}@`;
  return { url: `redis://${credentials}127.0.0.1:${port}`, port, server };
};
