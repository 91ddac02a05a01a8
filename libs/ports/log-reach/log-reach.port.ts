import type { Position } from '../event-store/position.js';

/** Milliseconds for which a word counts that no node has repeated. */
export const wordHoldsMs = 10_000;

/**
 * How far the nodes have read the log, said in a place that a node may reach which the log does not answer: so it learns
 * that it is cut off alone.
 */
export interface LogReach {
  /**
   * Says how far this node has read, and returns the furthest that any node has said in the last ten seconds. Rejects
   * where that place does not answer.
   */
  announce(position: Position): Promise<Position>;
  close(): void;
}
