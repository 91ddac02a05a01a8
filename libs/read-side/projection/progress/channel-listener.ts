import type { Pool, PoolClient } from 'pg';
import { pause } from '#libs/platform/async/pause.js';

interface ChannelListenerSettings {
  pool: Pool;
  channel: string;
  signal: AbortSignal;
  onNotice: (payload: string) => void;
  /** Called when the connection breaks: notifications until the next one are missed. */
  onLost?: () => void;
}

const reconnectMs = 500;

/** Listens on one connection of the pool until the signal aborts, on another whenever it breaks. Never rejects. */
export const keepListening = async (settings: ChannelListenerSettings): Promise<void> => {
  const { pool, signal, onLost } = settings;
  while (!signal.aborted) {
    const client = await pool.connect().catch(() => undefined);
    if (client !== undefined) {
      await listen(client, settings);
      onLost?.();
    }
    if (!signal.aborted) await pause(reconnectMs, signal);
  }
};

/** Listens until the connection breaks or the signal aborts. */
const listen = async (client: PoolClient, { channel, signal, onNotice }: ChannelListenerSettings): Promise<void> => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  client.on('error', () => end());
  client.on('end', () => end());
  client.on('notification', ({ payload }) => onNotice(payload ?? ''));
  signal.addEventListener('abort', () => end(), { once: true });
  if (signal.aborted) end();
  await client.query(`listen ${channel}`).catch(() => end());
  await ended;
  client.release(true);
};
