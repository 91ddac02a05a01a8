import type { SeededSource } from '#libs/platform/ids/seeded-source.js';

export interface KeyedRequest {
  organizationId: string;
  /** That sent it: an answer may hold what no other key of the organization may see. */
  apiKeyId: string;
  /** The caller's `Idempotency-Key`. */
  key: string;
  /** Method and URL: the same key on another route is another request. */
  route: string;
  /** Undefined while the body has not been read. */
  body: Uint8Array | undefined;
  /** The request's own id: that of the execution, unless another one has begun it. */
  requestId: string;
}

export interface StoredAnswer {
  status: number;
  /** Those that belong to the answer and not to the connection; lower case. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/** The sole right to execute a request. Whatever is settled after it was lost changes nothing. */
export interface HeldExecution {
  requestId: string;
  /** The same in each attempt. */
  source: SeededSource;
  /** When the first attempt began. */
  startedAt: Date;
  /** Another process has begun it, or it ended without a lasting answer: what it does may have been done. */
  isTakenOver: boolean;
  /** What the body turned out to be. False when an earlier attempt had another one. */
  bodyIs(body: Uint8Array): Promise<boolean>;
  /** Keeps the answer for repeats, encrypted. */
  complete(answer: StoredAnswer): Promise<void>;
  /** Forgets the key: nothing was done. */
  forget(): Promise<void>;
  /** Lets a repeat execute again, as the same request. */
  handBack(): Promise<void>;
}

export type Admission =
  | { kind: 'execute'; execution: HeldExecution }
  | {
      kind: 'replay';
      requestId: string;
      answer: StoredAnswer;
      /** Whether this is the body that was answered. */
      matches(body: Uint8Array): boolean;
    }
  /** Somebody is executing it. */
  | { kind: 'in-flight' }
  /** The key was used for another request. */
  | { kind: 'different' };

/** What was asked under an idempotency key, and what was answered, for 24 hours. All nodes share it. */
export interface IdempotencyStore {
  admit(request: KeyedRequest): Promise<Admission>;
  /** Renews and sweeps nothing any more. */
  close(): void;
}
