import { LRUCache } from 'lru-cache';
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
  private readonly failures = new LRUCache<string, LRUCache<string, Failure>>({ max: maxOrganizations });

  constructor(private readonly now: () => number = Date.now) {}

  /** @throws what the work throws; a `processing_failed` of it also in its stead, for a minute */
  async try<T>(organizationId: string, blobId: string, work: () => Promise<T>): Promise<T> {
    const known = this.failures.peek(organizationId)?.peek(blobId);
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
    const own = this.failures.peek(organizationId) ?? new LRUCache<string, Failure>({ max: maxFailures });
    own.set(blobId, failure);
    this.failures.set(organizationId, own);
  }
}
