import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerProcess } from '#test/servers/server-process.js';

interface Started {
  server: Pick<ServerProcess, 'ended' | 'stop'>;
  port: number;
}

export interface KeptEngine<S extends Started> {
  first: S;
  stop(): Promise<void>;
}

/** Starts an engine, and again on its port whenever it ends by itself. `restarted` is told of each time. */
export const keepRunning = async <S extends Started>(
  start: (port?: number) => Promise<S>,
  restarted: (outcome: 'started again' | 'did not start again') => void,
  afterMs = 1_000,
): Promise<KeptEngine<S>> => {
  const first = await start();
  const stopping = new AbortController();
  let current = first;
  const watch = async (): Promise<void> => {
    for (;;) {
      await current.server.ended();
      await sleep(afterMs, undefined, { signal: stopping.signal });
      try {
        current = await start(first.port);
        restarted('started again');
      } catch {
        restarted('did not start again');
      }
      stopping.signal.throwIfAborted();
    }
  };
  const watching = watch().catch(() => undefined);
  return {
    first,
    stop: async () => {
      stopping.abort();
      await current.server.stop();
      await watching;
      // It may have been starting.
      await current.server.stop();
    },
  };
};
