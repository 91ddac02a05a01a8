import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { pino } from 'pino';
import { Admission } from '#apps/api/access/admission.js';
import { ConcurrencyLimits } from '#apps/api/access/limits/concurrency.js';
import { UnknownKeys } from '#apps/api/access/unknown-keys.js';
import { BodyBudget } from '#apps/api/http/body-budget.js';
import { BrowserSessions } from '#apps/api/http/browser-sessions.js';
import { Edge } from '#apps/api/http/edge.js';
import { EdgeAdapter } from '#apps/api/http/edge-adapter.js';
import { ReceiptDesk } from '#apps/api/http/receipt-hooks.js';
import { Refusals } from '#apps/api/http/refusals.js';
import type { RouteAccess } from '#apps/api/http/request-context.js';
import type { KeyAccess } from '#libs/application/key-access.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import { generateApiKey, hashApiKey } from '#libs/platform/ids/api-key-format.js';
import type { Slots } from '#libs/ports/limits/limits.port.js';
import { MemoryRateLimiter } from '#libs/ports/limits/memory/memory-rate-limiter.js';
import { MemorySlots } from '#libs/ports/limits/memory/memory-slots.js';
import { accessOfKey } from './api-caller.js';
import { InMemoryEventStore } from './in-memory-event-store.js';
import { InMemoryIdempotencyStore } from './in-memory-idempotency-store.js';
import { InMemorySubjectKeys } from './in-memory-subject-keys.js';

export interface EdgeFixture {
  /** Routes can be added until the first request. */
  instance: FastifyInstance;
  eventStore: InMemoryEventStore;
  idempotency: InMemoryIdempotencyStore;
  receipts: ReceiptDesk;
  bodies: BodyBudget;
  recorder: ActRecorder;
  /** Lines of the log so far. */
  log: string[];
  /** Makes a key known; `changes` replaces fields of one that may do everything. */
  keyWith(changes?: Partial<KeyAccess>): Promise<string>;
  route(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    access: RouteAccess | undefined,
    handler: RouteHandlerMethod,
  ): void;
  /** Changes what a key may do. */
  changeKey(key: string, changes: Partial<KeyAccess>): void;
  /** Fails every look-up of a key with this error. */
  failLookUps(error: Error): void;
  close(): Promise<void>;
}

interface EdgeFixtureOptions {
  requestsPerMinute?: number;
  concurrentRequests?: number;
  organizationFactor?: number;
  /** Bytes of bodies in flight, of the node and of an organization. */
  bodyBytes?: { node: number; organization: number };
  slots?: Slots;
  trustedProxies?: string[];
  closeGraceMs?: number;
}

/** The edge on a bare Fastify, with a real recorder and rate limiter, and a log in memory. */
export const edgeFixture = (options: EdgeFixtureOptions = {}): EdgeFixture => {
  const keys = new Map<string, KeyAccess>();
  const eventStore = new InMemoryEventStore();
  const subjectKeys = new InMemorySubjectKeys();
  const log: string[] = [];
  let lookUpFault: Error | undefined;
  const idempotency = new InMemoryIdempotencyStore();
  const receipts = new ReceiptDesk();
  const recorder = new ActRecorder(new DayStreamWriter({ eventStore, processId: 'test' }), subjectKeys);
  const limitsOf = () => ({
    requestsPerMinute: options.requestsPerMinute ?? 0,
    charactersPerDay: 0,
    concurrentRequests: options.concurrentRequests ?? 0,
    connections: 0,
    organizationFactor: options.organizationFactor ?? 0,
  });
  const logger = pino({ level: 'trace' }, { write: (line) => log.push(line) });
  const directory = {
    find: async (hash: string) => {
      if (lookUpFault !== undefined) throw lookUpFault;
      return keys.get(hash);
    },
    rightsNow: (hash: string) => keys.get(hash),
  };
  const unknownKeys = new UnknownKeys({ directory: { findNew: async () => undefined }, logger });
  const concurrency = new ConcurrencyLimits({ limitsOf, slots: options.slots ?? new MemorySlots() });
  const bodies = new BodyBudget(options.bodyBytes ?? { node: 1e9, organization: 1e9 });
  const adapter = new EdgeAdapter(options.closeGraceMs);
  const edge = new Edge(adapter.getInstance(), {
    admission: new Admission({ directory, limiter: new MemoryRateLimiter(), limitsOf, concurrency, unknownKeys }),
    refusals: new Refusals(recorder, logger),
    idempotency,
    receipts,
    bodies,
    browserSessions: new BrowserSessions({ publicUrl: undefined, origins: [] }),
    trustedProxies: options.trustedProxies ?? [],
    logger,
  });
  adapter.useEdge(edge);
  adapter.setErrorHandler();
  adapter.setNotFoundHandler();
  const instance: FastifyInstance = adapter.getInstance();
  return {
    instance,
    eventStore,
    idempotency,
    receipts,
    bodies,
    recorder,
    log,
    keyWith: async (changes = {}) => {
      const key = generateApiKey();
      const { organizationId } = accessOfKey(changes);
      const keyId = `key_${String(keys.size + 1).padStart(26, '0')}`;
      const subject = await subjectKeys.subjectFor(organizationId, accessOfKey().userId);
      keys.set(hashApiKey(key), accessOfKey({ keyId, subject, ...changes }));
      return key;
    },
    changeKey: (key, changes) => {
      keys.set(hashApiKey(key), accessOfKey({ ...keys.get(hashApiKey(key)), ...changes }));
    },
    route: (method, url, access, handler) => {
      instance.route({ method, url, handler, config: access === undefined ? {} : { access } });
    },
    failLookUps: (error) => {
      lookUpFault = error;
    },
    close: () => adapter.close(),
  };
};
