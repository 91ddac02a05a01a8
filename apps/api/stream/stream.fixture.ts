import { EventEmitter, once } from 'node:events';
import { pino } from 'pino';
import type { KeyAccess } from '#libs/application/key-access.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import { generateApiKey, hashApiKey } from '#libs/platform/ids/api-key-format.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import type { Reservation, ResponseCache } from '#libs/ports/limits/limits.port.js';
import { MemoryRateLimiter } from '#libs/ports/limits/memory/memory-rate-limiter.js';
import { MemorySlots } from '#libs/ports/limits/memory/memory-slots.js';
import { accessOfKey } from '#test/fakes/api-caller.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { Admission } from '../access/admission.js';
import { ConcurrencyLimits } from '../access/limits/concurrency.js';
import type { Limits } from '../access/tier-limits.js';
import { UnknownKeys } from '../access/unknown-keys.js';
import { Refusals } from '../http/refusals.js';
import { OnePerEventLoopTurn } from './one-per-event-loop-turn.js';
import { type HubSocket, type HubTimes, StreamHub } from './stream-hub.js';
import { StreamRecords } from './stream-records.js';
import type { StreamClient } from './stream-request.js';
import type { StreamServices } from './stream-services.js';

export type Frame = Record<string, unknown> & { type: string };

/** A WebSocket without a network: frames sent to it are written at once, or when its reader reads again. */
export class FakeSocket extends EventEmitter implements HubSocket {
  readonly frames: Frame[] = [];
  /** Whether the peer answers a close frame, which ends the connection. */
  answersClose = true;
  closeCode: number | undefined;
  closeReason: string | undefined;
  isPaused = false;
  isTerminated = false;
  pings = 0;
  private readonly unread: (() => void)[] = [];
  private reads = true;

  send(text: string, written: () => void): void {
    const deliver = () => {
      this.frames.push(JSON.parse(text));
      written();
      this.emit('frame');
    };
    if (this.reads) deliver();
    else this.unread.push(deliver);
  }

  pong(_data: Buffer, _mask: boolean, written: () => void): void {
    if (this.reads) written();
    else this.unread.push(written);
  }

  ping(): void {
    this.pings += 1;
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  close(code: number, reason = ''): void {
    this.closeCode = code;
    this.closeReason = reason;
    if (this.answersClose) queueMicrotask(() => this.emit('close', code));
  }

  terminate(): void {
    this.isTerminated = true;
    this.emit('close', 1006);
  }

  /** Number of frames that wait for the reader. */
  get waiting(): number {
    return this.unread.length;
  }

  stopReading(): void {
    this.reads = false;
  }

  readOn(): void {
    this.reads = true;
    for (const deliver of this.unread.splice(0)) deliver();
  }

  say(frame: object | string): void {
    this.emit('message', Buffer.from(typeof frame === 'string' ? frame : JSON.stringify(frame)), false);
  }

  /** Resolves to the first frame that satisfies the condition, now or later. */
  async until(satisfies: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const found = this.frames.find(satisfies);
      if (found !== undefined) return found;
      await once(this, 'frame');
    }
  }

  /** Resolves to the first frame of a type, now or later. */
  got(type: string, id?: string): Promise<Frame> {
    return this.until((frame) => frame.type === type && (id === undefined || frame.id === id));
  }

  tokens(id?: string): Frame[] {
    return this.frames.filter((frame) => frame.type === 'token' && frame.id === id);
  }

  text(id?: string): string {
    return this.tokens(id)
      .map(({ token }) => token)
      .join('');
  }
}

interface FixtureOptions {
  engine?: InferenceEngine;
  limits?: Partial<Limits>;
  times?: HubTimes;
  quota?: StreamServices['quota'];
  cache?: ResponseCache;
  links?: StreamServices['links'];
  /** Another node of the same service, whose keys this one knows. */
  beside?: StreamFixture;
}

/** Commits and refunds of each reservation. */
export class ReservationLog {
  readonly settled: string[] = [];

  readonly quota: StreamServices['quota'] = {
    reserve: async (_access, characters): Promise<Reservation> => {
      let isSettled = false;
      const settle = async (how: string) => {
        if (!isSettled) this.settled.push(`${how} ${characters}`);
        isSettled = true;
      };
      return { commit: () => settle('commit'), refund: () => settle('refund') };
    },
  };
}

/** The stream on an engine and a log in memory, with the real recorder, limits and protocol. */
export class StreamFixture {
  readonly eventStore = new InMemoryEventStore();
  readonly reservations = new ReservationLog();
  readonly losing = new AbortController();
  readonly results: string[] = [];
  private readonly signedOut = new Set<string>();
  readonly hub: StreamHub;
  /** True once a fact waits that `holdNextFact` holds. */
  isHolding = false;
  private held: Promise<void> | undefined;
  private readonly keys: Map<string, KeyAccess>;
  private readonly subjectKeys: InMemorySubjectKeys;

  constructor(options: FixtureOptions = {}) {
    const { engine = new ShoutingEngine(), limits = {}, times = {}, quota, cache, links, beside } = options;
    this.keys = beside?.keys ?? new Map();
    this.subjectKeys = beside?.subjectKeys ?? new InMemorySubjectKeys();
    const logger = pino({ level: 'silent' });
    const limitsOf = () => ({
      requestsPerMinute: 0,
      charactersPerDay: 0,
      concurrentRequests: 0,
      connections: 0,
      organizationFactor: 0,
      ...limits,
    });
    const writer = new DayStreamWriter({ eventStore: this.eventStore, processId: 'test' });
    const recorder = new ActRecorder(writer, this.subjectKeys);
    const record: ActRecorder['record'] = async (...fact) => {
      const held = this.held;
      this.held = undefined;
      this.isHolding = held !== undefined;
      await held;
      return recorder.record(...fact);
    };
    const refused: ActRecorder['refused'] = (...refusal) => recorder.refused(...refusal);
    const refusalsCounted: ActRecorder['refusalsCounted'] = (...counted) => recorder.refusalsCounted(...counted);
    const unknownKeys = new UnknownKeys({ directory: { findNew: async () => undefined }, logger });
    this.hub = new StreamHub(
      {
        openings: { failed: (...opening) => unknownKeys.failedOpening(...opening) },
        admission: new Admission({
          directory: { find: async (hash) => this.keys.get(hash), rightsNow: (hash) => this.keys.get(hash) },
          limiter: new MemoryRateLimiter(),
          limitsOf,
          concurrency: new ConcurrencyLimits({ limitsOf, slots: new MemorySlots() }),
          unknownKeys,
        }),
        hasSignedOut: (hash) => this.signedOut.has(hash),
        quota: quota ?? this.reservations.quota,
        engines: { inference: engine, detector: { detect: () => detection }, cache },
        glossaries: { forRequest: async () => undefined },
        turnstile: new OnePerEventLoopTurn(),
        records: new StreamRecords({ record }, new Refusals({ refused, refusalsCounted }, logger), logger),
        process: { current: () => ({ processId: 'process-1', lost: this.losing.signal }) },
        metrics: {
          opened: () => undefined,
          closed: () => undefined,
          ended: (result) => this.results.push(result),
          firstToken: () => undefined,
        },
        logger,
        links,
      },
      times,
    );
  }

  async keyWith(changes: Partial<KeyAccess> = {}): Promise<string> {
    const key = generateApiKey();
    const { organizationId } = accessOfKey(changes);
    const subject = await this.subjectKeys.subjectFor(organizationId, accessOfKey().userId);
    this.keys.set(hashApiKey(key), accessOfKey({ subject, ...changes }));
    return key;
  }

  /** Holds the next fact on its way into the log until the returned function is called. */
  holdNextFact(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.held = promise;
    return resolve;
  }

  /** Changes the directory's access of a key from now on. */
  change(key: string, changes: Partial<KeyAccess>): void {
    const known = this.keys.get(hashApiKey(key));
    if (known !== undefined) this.keys.set(hashApiKey(key), { ...known, ...changes });
  }

  connect(session?: StreamClient['session']): FakeSocket {
    const socket = new FakeSocket();
    this.hub.accept(socket, { address: '203.0.113.9', userAgent: 'a client/1.0', traceparent: null, session });
    return socket;
  }

  /** A user who has signed in: the hash of the session. */
  async signedIn(changes: Partial<KeyAccess> = {}): Promise<string> {
    const hash = `session:${generateApiKey()}`;
    const { organizationId } = accessOfKey(changes);
    const subject = await this.subjectKeys.subjectFor(organizationId, accessOfKey().userId);
    const user = {
      accountId: 'acc_1',
      sessionId: 'ses_1',
      role: 'developer',
      generation: 1,
      sessionEndsAt: undefined,
    } as const;
    this.keys.set(hash, accessOfKey({ subject, keyId: 'acc_1', user, ...changes }));
    return hash;
  }

  signOut(hash: string): void {
    this.keys.delete(hash);
    this.signedOut.add(hash);
  }

  async authenticated(key?: string): Promise<{ socket: FakeSocket; connectionId: string; key: string }> {
    const apiKey = key ?? (await this.keyWith());
    const socket = this.connect();
    socket.say({ type: 'auth', api_key: apiKey });
    const { connection_id } = await socket.got('authenticated');
    return { socket, connectionId: String(connection_id), key: apiKey };
  }

  /** Data of the facts of a type that are in the log. */
  facts(type: string): Record<string, unknown>[] {
    return this.eventStore.events.filter((event) => event.type === type).map(({ data }) => data);
  }

  /** Resolves to the facts of a type when there are as many. */
  async untilFacts(type: string, count: number): Promise<Record<string, unknown>[]> {
    for (;;) {
      const found = this.facts(type);
      if (found.length >= count) return found;
      await new Promise(setImmediate);
    }
  }
}

const detection = { language: 'en', confidence: 1, script: 'Latin', alternatives: [] };
