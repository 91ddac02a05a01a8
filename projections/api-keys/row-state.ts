import { type Position, START } from '#libs/ports/event-store/position.js';

/** Runs a statement and returns its rows. */
export type RunStatement = <Row>(sql: string, values: unknown[]) => Promise<Row[]>;

interface StatedProjection {
  name: string;
  version: number;
}

export interface RowState {
  /**
   * The log is in the rows up to here: the earliest of the checkpoints. `START` where a projection has none, or that of
   * another version, whose rows cannot be used.
   */
  position: Position;
  /** Streams with events up to that position that are not in the rows, since they are parked. */
  parkedStreams: string[];
}

/** How much of the log the rows of projections have. */
export const rowStateOf = async (run: RunStatement, projections: readonly StatedProjection[]): Promise<RowState> => {
  const names = projections.map(({ name }) => name);
  const stored = await run<StatedProjection & { position: Position }>(
    'select name, version, position from projection.checkpoint where name = any($1) order by position',
    [names],
  );
  const isCurrent = projections.every(({ name, version }) =>
    stored.some((checkpoint) => checkpoint.name === name && checkpoint.version === version),
  );
  const parked = await run<{ stream: string }>(
    'select distinct stream from projection.parked_event where projection = any($1)',
    [names],
  );
  const position = isCurrent ? (stored[0]?.position ?? START) : START;
  return { position, parkedStreams: parked.map(({ stream }) => stream) };
};
