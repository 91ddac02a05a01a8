import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { CommandError } from '../command-error.js';
import type { Io } from '../io.js';
import { isRecord, readPrivately, stateFolder, writePrivately } from '../private-file.js';

/** A webhook of this program, and the last of its messages that was dealt with. */
export interface ListenPlace {
  webhookId: string;
  secret: string;
  after: number;
}

/** A listener: who listens to other events, or forwards elsewhere, has a place of its own. */
export interface Listener {
  url: string;
  events: readonly string[];
  forwardTo: string | undefined;
}

const fileOf = (env: Io['env'], { url, events, forwardTo }: Listener): string => {
  const name = JSON.stringify([url, events.toSorted(), forwardTo ?? null]);
  return join(stateFolder(env), 'webhooks', `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.json`);
};

/** The place of a listener; undefined before its first run. */
export const readPlace = async (env: Io['env'], listener: Listener): Promise<ListenPlace | undefined> => {
  const file = fileOf(env, listener);
  const content = await readPrivately(file);
  if (content === undefined) return undefined;
  const { webhook_id, secret, after } = isRecord(content) ? content : {};
  if (typeof webhook_id !== 'string' || typeof secret !== 'string' || typeof after !== 'number')
    throw new CommandError('config', `${file} is damaged.`, 'Remove it to begin with a new webhook.');
  return { webhookId: webhook_id, secret, after };
};

export const writePlace = (
  env: Io['env'],
  listener: Listener,
  { webhookId, secret, after }: ListenPlace,
): Promise<void> =>
  writePrivately(
    fileOf(env, listener),
    `${JSON.stringify({ ...listener, webhook_id: webhookId, secret, after }, undefined, 2)}\n`,
  );
