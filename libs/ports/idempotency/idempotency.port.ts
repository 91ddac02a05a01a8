import type { SeededSource } from '#libs/platform/ids/seeded-source.js';

export interface KeyedRequest {
  organizationId: string;
  /** Id of the calling key: a response may hold data that no other key of the organization may see. */
  apiKeyId: string;
  /** The caller's `Idempotency-Key`. */
  key: string;
  /** Method and URL: the same key on another route is another request. */
  route: string;
  /** Undefined while the body has not been read. */
  body: Uint8Array | undefined;
  /** The request's own id: also the id of the execution, unless an earlier request has begun it. */
  requestId: string;
}

export interface StoredResponse {
  status: number;
  /** Headers that belong to the response and not to the connection; lower case. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/** The sole right to execute a request. A settlement after the right was lost changes nothing. */
export interface HeldExecution {
  requestId: string;
  /** Random source that is the same in each attempt. */
  source: SeededSource;
  /** Time at which the first attempt began. */
  startedAt: Date;
  /** Another process has begun it, or it ended without a lasting response: its effects may have happened already. */
  isTakenOver: boolean;
  /** Records the body once it is known. False when an earlier attempt had another one. */
  bodyIs(body: Uint8Array): Promise<boolean>;
  /** Keeps the response for repeats, encrypted; of an organization that has kept too many bytes, that there was one. */
  complete(answer: StoredResponse): Promise<void>;
  /** Forgets the key, since nothing was done. */
  forget(): Promise<void>;
  /** Lets a repeat execute again, as the same request. */
  handBack(): Promise<void>;
}

export type Admission =
  | { kind: 'execute'; execution: HeldExecution }
  | {
      kind: 'replay';
      requestId: string;
      answer: StoredResponse;
      /** Whether this is the body of the completed request. */
      matches(body: Uint8Array): boolean;
    }
  /** It was executed, and its response was not kept. */
  | { kind: 'not-kept' }
  /** Another caller is executing it. */
  | { kind: 'in-flight' }
  /** The key was used for another request. */
  | { kind: 'different' };

/** Requests under an idempotency key and their responses, for 24 hours. All nodes share the store. */
export interface IdempotencyStore {
  admit(request: KeyedRequest): Promise<Admission>;
  /** Ends renewing and sweeping. */
  close(): void;
}
