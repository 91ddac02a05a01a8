import type { Position } from '#libs/ports/event-store/position.js';
import type { ProjectionProgress } from '#libs/read-side/projection/progress/projection-progress.js';

/** A read model is behind the event that is worked on: the event comes again. */
export class ReadModelLateError extends Error {
  override readonly name = 'ReadModelLateError';
  readonly retryable = true;

  constructor(names: readonly string[]) {
    super(`Not yet at the event that is worked on: ${names.join(', ')}`);
  }
}

/**
 * Resolves once the projections have passed the position.
 * @throws ReadModelLateError when they take long
 */
export const untilPassed = async (
  progress: Pick<ProjectionProgress, 'waitFor'>,
  names: readonly string[],
  position: Position,
): Promise<void> => {
  if (!(await progress.waitFor(names, position))) throw new ReadModelLateError(names);
};
