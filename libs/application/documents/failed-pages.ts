import { Rejection } from '#libs/domain/errors/rejection.js';

/** Milliseconds until what failed is tried again. */
const rememberedMs = 60_000;
/** Failures that a node remembers of an organization, and organizations that it remembers any of. */
const maxFailures = 100;
const maxOrganizations = 1_000;

interface Failure {
  failedAt: number;
  rejection: Rejection;
}

/** Files whose pages could not be drawn: the same refusal answers for a minute, and nothing is started for it. Not for longer: a machine that is too busy fails in the same way. */
export class FailedPages {
  private readonly failures = new Map<string, Map<string, Failure>>();

  constructor(private readonly now: () => number = Date.now) {}

  /** @throws what the work throws; a `processing_failed` of it also in its stead, for a minute */
  async try<T>(organizationId: string, blobId: string, work: () => Promise<T>): Promise<T> {
    const known = this.failures.get(organizationId)?.get(blobId);
    if (known !== undefined && this.now() - known.failedAt < rememberedMs) throw known.rejection;
    try {
      return await work();
    } catch (error) {
      if (error instanceof Rejection && error.code === 'processing_failed') {
        this.remember(organizationId, blobId, { failedAt: this.now(), rejection: error });
      }
      throw error;
    }
  }

  private remember(organizationId: string, blobId: string, failure: Failure): void {
    const own = this.failures.get(organizationId) ?? new Map<string, Failure>();
    putLast(own, blobId, failure, maxFailures);
    putLast(this.failures, organizationId, own, maxOrganizations);
  }
}

/** Forgets the oldest where there are more. */
const putLast = <Value>(map: Map<string, Value>, key: string, value: Value, most: number): void => {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
};
