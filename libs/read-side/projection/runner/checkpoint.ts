import type { ClientBase, Pool } from 'pg';
import { PlainError } from '#libs/platform/errors/plain-error.js';
import type { Position } from '#libs/ports/event-store/position.js';
import { START } from '#libs/ports/event-store/position.js';
import type { RunnableProjection } from './runnable-projection.js';

export interface Checkpoint {
  version: number;
  position: Position;
}

/** The stored checkpoint is not the one that this runner left: another runner or a rebuild has moved it. */
export class CheckpointMismatchError extends PlainError {
  override readonly name = 'CheckpointMismatchError';
}

/** A newer release has written the rows; this one must not touch them. */
export class NewerVersionError extends PlainError {
  override readonly name = 'NewerVersionError';
}

/** @throws NewerVersionError */
export const assertNotNewer = (
  stored: Pick<Checkpoint, 'version'>,
  { name, version }: Pick<RunnableProjection, 'name' | 'version'>,
): void => {
  if (stored.version > version)
    throw new NewerVersionError(`rows of ${name} are of version ${stored.version}, this release writes ${version}`);
};

/** The right of a runner to move a checkpoint: the state that it last saw there, and its fencing token. */
export interface CheckpointHold extends Checkpoint {
  name: string;
  fencingToken: bigint;
}

/**
 * Stamps the fencing token of a new holder, so that the one before it is refused from now on; makes the
 * checkpoint if there is none.
 * @throws CheckpointMismatchError when a later holder has claimed it
 */
export const claimCheckpoint = async (
  client: ClientBase | Pool,
  projection: Pick<RunnableProjection, 'name' | 'version'>,
  fencingToken: bigint,
  now: Date,
): Promise<CheckpointHold> => {
  const { name, version } = projection;
  const { rows } = await client.query<Checkpoint>(
    `insert into projection.checkpoint as stored (name, version, position, fencing_token, state, updated_at)
     values ($1, $2, $3, $4, 'running', $5)
     on conflict (name) do update set fencing_token = excluded.fencing_token
       where stored.fencing_token <= excluded.fencing_token
     returning version, position`,
    [name, version, START, fencingToken.toString(), now],
  );
  const [stored] = rows;
  if (stored === undefined) throw new CheckpointMismatchError(`${name} has a later holder`);
  return { name, fencingToken, ...stored };
};

/**
 * Moves the checkpoint and so locks it: the first statement of every transaction that writes rows, as in
 * `projection.apply`, which does both at once where no event fails and none is parked.
 * @throws CheckpointMismatchError
 */
export const moveCheckpoint = async (
  client: ClientBase | Pool,
  hold: CheckpointHold,
  to: Position,
  now: Date,
): Promise<void> => {
  const { rowCount } = await client.query(
    `update projection.checkpoint set position = $5, updated_at = $6
     where name = $1 and version = $2 and position = $3 and fencing_token = $4`,
    [hold.name, hold.version, hold.position, hold.fencingToken.toString(), to, now],
  );
  if (rowCount !== 1) throw new CheckpointMismatchError(`${hold.name} was moved by another`);
};

export type StoredState = 'running' | 'waiting' | 'halted';

export interface StoredCheckpoint extends Checkpoint {
  name: string;
  state: StoredState;
  reason: string | null;
}

export const readCheckpoints = async (
  client: ClientBase | Pool,
  names: readonly string[],
  lock: '' | 'for update' = '',
): Promise<Map<string, StoredCheckpoint>> => {
  const { rows } = await client.query<StoredCheckpoint>(
    `select name, version, position, state, reason from projection.checkpoint where name = any($1) ${lock}`,
    [names],
  );
  return new Map(rows.map((row) => [row.name, row]));
};

/** Stores the state of the projection for every process to read. A holder that was replaced changes nothing. */
export const storeState = async (
  client: ClientBase | Pool,
  hold: Pick<CheckpointHold, 'name' | 'fencingToken'>,
  state: StoredState,
  reason: string | undefined,
): Promise<void> => {
  await client.query(
    `update projection.checkpoint set state = $3, reason = $4
     where name = $1 and fencing_token = $2 and (state, reason) is distinct from ($3, $4)`,
    [hold.name, hold.fencingToken.toString(), state, reason ?? null],
  );
};
