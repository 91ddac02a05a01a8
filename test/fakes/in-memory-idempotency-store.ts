import { randomBytes } from 'node:crypto';
import { SeededSource, seedLength } from '#libs/platform/ids/seeded-source.js';
import type {
  Admission,
  HeldExecution,
  IdempotencyStore,
  KeyedRequest,
  StoredResponse,
} from '#libs/ports/idempotency/idempotency.port.js';

interface Row {
  route: string;
  body: Buffer | undefined;
  requestId: string;
  seed: Buffer;
  startedAt: Date;
  isHeld: boolean;
  answer?: StoredResponse;
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

export class InMemoryIdempotencyStore implements IdempotencyStore {
  /** Error that every admission rejects with while it is set. */
  fault: Error | undefined;
  private readonly rows = new Map<string, Row>();

  /** Keys that are remembered. */
  get size(): number {
    return this.rows.size;
  }

  async admit({ organizationId, apiKeyId, key, route, body, requestId }: KeyedRequest): Promise<Admission> {
    if (this.fault !== undefined) throw this.fault;
    const id = JSON.stringify([organizationId, apiKeyId, key]);
    const row = this.rows.get(id);
    if (row === undefined) {
      const begun: Row = {
        route,
        body: body && Buffer.from(body),
        requestId,
        seed: randomBytes(seedLength),
        startedAt: new Date(),
        isHeld: true,
      };
      this.rows.set(id, begun);
      return { kind: 'execute', execution: this.executionOf(id, begun, false) };
    }
    if (row.route !== route) return { kind: 'different' };
    if (body !== undefined && row.body !== undefined && !same(row.body, body)) return { kind: 'different' };
    if (row.answer !== undefined) {
      const matches = (other: Uint8Array) => row.body === undefined || same(row.body, other);
      return { kind: 'replay', requestId: row.requestId, answer: row.answer, matches };
    }
    if (row.isHeld) return { kind: 'in-flight' };
    row.isHeld = true;
    return { kind: 'execute', execution: this.executionOf(id, row, true) };
  }

  /** Releases every key, as if the process that holds them had died. */
  lose(): void {
    for (const row of this.rows.values()) row.isHeld = false;
  }

  /** Releases a key, as if the process had died before it stored the response to the request. */
  reopen(key: string): void {
    for (const [id, row] of this.rows) {
      if (!id.endsWith(`,${JSON.stringify(key)}]`)) continue;
      delete row.answer;
      row.isHeld = false;
    }
  }

  close(): void {}

  private executionOf(id: string, row: Row, isTakenOver: boolean): HeldExecution {
    return {
      requestId: row.requestId,
      source: new SeededSource(row.seed, row.startedAt),
      startedAt: row.startedAt,
      isTakenOver,
      bodyIs: async (body) => {
        row.body ??= Buffer.from(body);
        return same(row.body, body);
      },
      complete: async (answer) => {
        row.answer = answer;
      },
      forget: async () => {
        this.rows.delete(id);
      },
      handBack: async () => {
        row.isHeld = false;
      },
    };
  }
}
