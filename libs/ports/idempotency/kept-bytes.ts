import { LRUCache } from 'lru-cache';

/** Milliseconds for which a sum is trusted, while this process adds what it keeps itself. */
const trustedMs = 60_000;
/** Organizations whose sum is in memory, at most. */
const remembered = 10_000;

/**
 * Bounds the bytes of responses that are kept of an organization. Nodes count apart between two sums: together they may
 * keep more by what they add in a minute.
 */
export class KeptBytes {
  private readonly sums = new LRUCache<string, { bytes: number }>({ max: remembered, ttl: trustedMs });

  constructor(
    private readonly maxBytes: number,
    private readonly sumOf: (organizationId: string) => Promise<number>,
  ) {}

  /** Takes the bytes; false when the organization has no room for them. */
  async take(organizationId: string, bytes: number): Promise<boolean> {
    const sum = this.sums.get(organizationId) ?? (await this.look(organizationId));
    if (sum.bytes + bytes > this.maxBytes) return false;
    sum.bytes += bytes;
    return true;
  }

  private async look(organizationId: string): Promise<{ bytes: number }> {
    const sum = { bytes: await this.sumOf(organizationId) };
    this.sums.set(organizationId, sum);
    return sum;
  }
}
