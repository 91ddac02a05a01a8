import type { TritonClient } from '@transledger/triton-client';
import type { InferResponse } from '@transledger/triton-client/infer-response';
import { TritonError } from '@transledger/triton-client/triton-error';
import type { EngineUse } from '#libs/domain/provenance.js';

type Calls = Pick<TritonClient, 'infer' | 'streamInfer'>;

/** The calls of a client for one request, and which servers answered them. */
export class AskedServers implements Calls {
  private readonly urls = new Set<string>();

  constructor(
    private readonly client: Calls,
    /** Hears of each server that was not known to be asked. */
    private readonly onAsked: () => void = () => undefined,
  ) {}

  /** The servers that answered, in the order of their first answer. */
  get engines(): EngineUse[] {
    return [...this.urls].map((url) => ({ id: 'triton', host: new URL(url).hostname, region: null }));
  }

  get servers(): readonly string[] {
    return [...this.urls];
  }

  async infer(...call: Parameters<Calls['infer']>): Promise<InferResponse> {
    return this.noted(() => this.client.infer(...call));
  }

  streamInfer(...call: Parameters<Calls['streamInfer']>): AsyncIterableIterator<InferResponse, undefined> {
    const responses = this.client.streamInfer(...call);
    const next = () => this.notedNext(responses);
    const leave = () => responses.return?.() ?? Promise.resolve({ done: true as const, value: undefined });
    return {
      next,
      return: leave,
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  private notedNext(responses: AsyncIterableIterator<InferResponse, undefined>) {
    return this.noting(
      () => responses.next(),
      ({ value }) => value?.host,
    );
  }

  private noted(call: () => Promise<InferResponse>): Promise<InferResponse> {
    return this.noting(call, ({ host }) => host);
  }

  private async noting<T>(call: () => Promise<T>, hostOf: (answer: T) => string | undefined): Promise<T> {
    try {
      const answer = await call();
      this.note(hostOf(answer));
      return answer;
    } catch (error) {
      if (error instanceof TritonError) this.note(error.host);
      throw error;
    }
  }

  private note(url: string | undefined): void {
    if (url === undefined || this.urls.has(url)) return;
    this.urls.add(url);
    this.onAsked();
  }
}
