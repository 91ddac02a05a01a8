import type { RetryableError } from './is-outage.js';

/** The dependency is known to be away; it was not asked. */
export class DependencyAwayError extends Error implements RetryableError {
  readonly retryable = true;
  override readonly name = 'DependencyAwayError';
  constructor(dependency: string) {
    super(`${dependency} is away and is not asked`);
  }
}
