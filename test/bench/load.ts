/** The target that a load generator puts its load on. */
export type Target =
  | { kind: 'product'; url: string; apiKey: string }
  /** A server that the load generator starts, and stops in the end. */
  | { kind: 'apertium-apy' }
  /** A Nest route on Fastify that gives the text back: the cost of HTTP alone. */
  | { kind: 'bare route' }
  /** The engine in the load generator's own process, called at its port. */
  | { kind: 'engine' };

export type Task =
  /** One text a request, no two alike. */
  | 'translate'
  /** A hundred texts a request. */
  | 'batch'
  /** One text a request, out of a hundred that repeat. */
  | 'cached'
  | 'detect';

export const batchTexts = 100;

export interface Load {
  task: Task;
  connections: number;
  milliseconds: number;
  /** Number of words in each text. */
  words: number;
  seed: number;
}

export interface LoadResult {
  answered: number;
  failed: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export type LoadMessage =
  | { type: 'ready' }
  | { type: 'missing' }
  | ({ type: 'result' } & LoadResult)
  | { type: 'failed'; reason: string };
