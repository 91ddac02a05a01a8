import { randomBytes, randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { SeededSource, seedLength } from '#libs/platform/ids/seeded-source.js';
import type { DataKeys } from '#libs/ports/key-vault/key-vault.port.js';
import { ExecutionRows, type HeldRow, type NewExecution } from './execution-rows.js';
import type { Admission, HeldExecution, IdempotencyStore, KeyedRequest } from './idempotency.port.js';
import { KeptBytes } from './kept-bytes.js';
import { type OrganizationKey, OrganizationKeys } from './organization-keys.js';
import { decodeResponse, encodeResponse } from './response-encoding.js';

export interface IdempotencyStoreOptions {
  pool: Pool;
  keyVault: Pick<DataKeys, 'get' | 'getOrCreate'>;
  /** Called with an error that no caller waits for. */
  onFault?: (error: unknown) => void;
  /** Milliseconds after which a holder that does not renew is dead. Default 30 s. */
  leaseMs?: number;
  /** Milliseconds that a response is kept, 24 hours at most and by default. */
  keepMs?: number;
  /** Max bytes of the responses kept of an organization. Default 256 MiB. */
  maxBytes?: number;
  /** Milliseconds between two sweeps. Default 10 minutes. */
  sweepEveryMs?: number;
}

const defaultMaxBytes = 256 * 1024 * 1024;
/** Stands for a response that was not kept. */
const notKept = Buffer.alloc(0);

const dayMs = 24 * 60 * 60_000;
/** Max milliseconds of a request, more than a whole upload over a poor line; a longer one gets no response any more. */
const maxRequestMs = 60 * 60_000;
const sweptAtOnce = 1_000;
/** Max attempts to admit a request: a row neither to be had nor there has just been forgotten by its holder. */
const maxAttempts = 5;

class PostgresIdempotencyStore implements IdempotencyStore {
  private readonly rows: ExecutionRows;
  private readonly keys: OrganizationKeys;
  private readonly kept: KeptBytes;
  /** Rows in hand, each with the time, by `performance.now()`, up to which it is renewed. */
  private readonly held = new Map<HeldRow, number>();
  private readonly sweeping: NodeJS.Timeout;
  private readonly leaseMs: number;
  private renewal: NodeJS.Timeout | undefined;

  constructor(private readonly options: IdempotencyStoreOptions) {
    const { pool, keyVault, leaseMs = 30_000, keepMs = dayMs, sweepEveryMs = 10 * 60_000 } = options;
    this.leaseMs = leaseMs;
    this.rows = new ExecutionRows(pool, { leaseMs, keepMs });
    this.keys = new OrganizationKeys(keyVault);
    const { maxBytes = defaultMaxBytes } = options;
    this.kept = new KeptBytes(maxBytes, (organizationId) => this.rows.keptBytes(organizationId));
    this.sweeping = setInterval(() => void this.quietly(() => this.sweep()), sweepEveryMs);
    this.sweeping.unref();
  }

  async admit(request: KeyedRequest): Promise<Admission> {
    const { organizationId } = request;
    const key = await this.keys.of(organizationId);
    const keyHash = key.hash('key', `${request.apiKeyId} ${request.key}`);
    const routeHash = key.hash('route', request.route);
    const bodyHash = request.body && key.hash('body', request.body);
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const begun = await this.begin(key, {
        organizationId,
        keyHash,
        routeHash,
        bodyHash,
        requestId: request.requestId,
      });
      if (begun !== undefined) return { kind: 'execute', execution: begun };
      const earlier = await this.rows.earlier(keyHash);
      if (earlier === undefined) continue;
      const { body_hash: hash, sealed_answer: sealed } = earlier;
      if (!routeHash.equals(earlier.route_hash)) return { kind: 'different' };
      if (hash !== null && bodyHash !== undefined && !bodyHash.equals(hash)) return { kind: 'different' };
      if (sealed === null) return { kind: 'in-flight' };
      if (sealed.length === 0) return { kind: 'not-kept' };
      const answer = await this.keys.unsealAnswer(organizationId, keyHash, sealed);
      if (answer === undefined) return { kind: 'not-kept' };
      return {
        kind: 'replay',
        requestId: earlier.request_id,
        answer: decodeResponse(answer),
        matches: (body) => hash === null || key.hash('body', body).equals(hash),
      };
    }
    return { kind: 'in-flight' };
  }

  close(): void {
    clearInterval(this.sweeping);
    clearTimeout(this.renewal);
    this.held.clear();
  }

  private async begin(
    key: OrganizationKey,
    asked: Pick<NewExecution, 'organizationId' | 'keyHash' | 'routeHash' | 'bodyHash' | 'requestId'>,
  ): Promise<HeldExecution | undefined> {
    const sealedSeed = key.sealSeed(asked.keyHash, randomBytes(seedLength));
    const held: HeldRow = { keyHash: asked.keyHash, holder: randomUUID() };
    const row = await this.rows.admit({ ...asked, sealedSeed, startedAt: new Date(), holder: held.holder });
    if (row === undefined) return undefined;
    this.held.set(held, performance.now() + maxRequestMs);
    this.renewal ??= this.renewLater();
    const settle = async (work: () => Promise<unknown>): Promise<void> => {
      // No renewal may follow the settlement.
      this.held.delete(held);
      await work();
    };
    return {
      requestId: row.request_id,
      source: new SeededSource(key.unsealSeed(held.keyHash, row.sealed_seed), row.started_at),
      startedAt: row.started_at,
      isTakenOver: row.request_id !== asked.requestId,
      bodyIs: (body) => this.rows.setBody(held, key.hash('body', body)),
      complete: (answer) =>
        settle(async () => {
          const sealed = await this.keys.sealAnswer(asked.organizationId, held.keyHash, encodeResponse(answer));
          const isKept = await this.kept.take(asked.organizationId, sealed.length);
          await this.rows.complete(held, isKept ? sealed : notKept);
        }),
      forget: () => settle(() => this.rows.forget(held)),
      handBack: () => settle(() => this.rows.handBack(held)),
    };
  }

  /** Renews all rows that this process holds in one statement; sends none while it holds nothing. */
  private renewLater(): NodeJS.Timeout {
    const renew = async (): Promise<void> => {
      for (const [held, until] of this.held) if (until < performance.now()) this.held.delete(held);
      await this.quietly(() => this.rows.renew([...this.held.keys()]));
      this.renewal = this.held.size > 0 ? this.renewLater() : undefined;
    };
    return setTimeout(() => void renew(), this.leaseMs / 3).unref();
  }

  private async sweep(): Promise<void> {
    while ((await this.rows.sweep(sweptAtOnce)) === sweptAtOnce);
    await this.rows.dropAnswers();
  }

  private async quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.options.onFault?.(error);
    }
  }
}

/** Creates the store on the tables of `migrate-idempotency.ts`. */
export const createPostgresIdempotencyStore = (options: IdempotencyStoreOptions): IdempotencyStore =>
  new PostgresIdempotencyStore(options);
