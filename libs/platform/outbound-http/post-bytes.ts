import type { Agent } from 'undici';
import { type FailureReason, failureReasonOf } from './failure-reason.js';

export interface PosterOptions {
  /** Milliseconds of a request, from the look-up of the name to the last byte read. */
  timeoutMs: number;
  /** Most bytes of an answer. */
  maxBytes: number;
}

export type PostFailure = { failed: FailureReason | 'too_large' };

export type PostedBytes = { status: number; contentType: string; bytes: Buffer } | PostFailure;

/** Posts to servers that the operator has named: no address is refused, no redirection followed. */
export class BytePoster {
  private agent: Agent | undefined;

  constructor(private readonly options: PosterOptions) {}

  /** Resolves with every answer, and with every failure that the server or the network can cause. */
  async post(url: string, contentType: string, sent: string | Uint8Array): Promise<PostedBytes> {
    const signal = AbortSignal.timeout(this.options.timeoutMs);
    const { Agent, request } = await import('undici');
    this.agent ??= new Agent({ connections: 2, maxResponseSize: this.options.maxBytes });
    try {
      const { statusCode, headers, body } = await request(url, {
        dispatcher: this.agent,
        method: 'POST',
        headers: { 'content-type': contentType, 'user-agent': 'Transledger' },
        body: sent,
        signal,
      });
      const bytes = Buffer.from(await body.arrayBuffer());
      return { status: statusCode, contentType: String(headers['content-type'] ?? ''), bytes };
    } catch (error) {
      if (signal.aborted) return { failed: 'timed_out' };
      if (error instanceof Error && 'code' in error && error.code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
        return { failed: 'too_large' };
      const failed = failureReasonOf(error);
      if (failed === undefined) throw error;
      return { failed };
    }
  }

  async close(): Promise<void> {
    await this.agent?.destroy();
  }
}
