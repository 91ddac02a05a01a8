import type { Attempt } from './attempt.js';
import { TransledgerError } from './errors.js';

/** The pieces of a body. */
export async function* bytesOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  let isWhole = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    isWhole = true;
  } finally {
    if (!isWhole) await reader.cancel().catch(() => undefined);
  }
}

const quotedName = /filename="([^"]*)"/;
const encodedName = /filename\*=UTF-8''([^;\s]+)/i;

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The name of a file alone: no folder, no control character. */
const nameIn = (header: string): string | undefined => {
  const name = decoded(encodedName.exec(header)?.[1] ?? quotedName.exec(header)?.[1] ?? '');
  const last =
    name
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/\p{Cc}/gu, '') ?? '';
  return ['', '.', '..'].includes(last) ? undefined : last;
};

/**
 * A file of the service, received as it is read. What breaks it off rejects the reading, which is not repeated.
 * @example for await (const bytes of await client.documents.download(documentId)) console.log(bytes.length);
 */
export class Download implements AsyncIterable<Uint8Array> {
  /** The name that the service gives it, without any folder. */
  readonly filename: string | undefined;
  readonly mediaType: string;
  /** Bytes, where the service says so. */
  readonly size: number | undefined;
  readonly requestId: string | undefined;
  /** The bytes; a stream is read once. */
  readonly body: ReadableStream<Uint8Array>;

  constructor(
    readonly response: Response,
    attempt: Attempt,
    silenceMs: number,
  ) {
    const { headers } = response;
    this.filename = nameIn(headers.get('content-disposition') ?? '');
    this.mediaType = headers.get('content-type') ?? 'application/octet-stream';
    const length = headers.get('content-length');
    this.size = length === null || headers.has('content-encoding') ? undefined : Number(length);
    this.requestId = headers.get('x-request-id') ?? undefined;
    this.body = this.watched(attempt, silenceMs);
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return bytesOf(this.body);
  }

  /**
   * All of it.
   * @example const bytes = await (await client.documents.download(documentId)).bytes();
   */
  async bytes(): Promise<Uint8Array> {
    return new Uint8Array(await new Response(this.body).arrayBuffer());
  }

  /**
   * All of it, as UTF-8.
   * @example
   * const file = await client.documents.download(documentId);
   * console.log(file.filename, await file.text()); // house.es.txt La casa es grande.
   */
  text(): Promise<string> {
    return new Response(this.body).text();
  }

  /**
   * All of it, as a browser links and saves it.
   * @example const blob = await (await client.documents.download(documentId)).blob();
   */
  blob(): Promise<Blob> {
    return new Response(this.body, { headers: { 'content-type': this.mediaType } }).blob();
  }

  /**
   * The lines of a text, such as the entries of an export as NDJSON, without their ends.
   * @example for await (const line of (await client.auditLogs.export()).lines()) console.log(JSON.parse(line).type);
   */
  async *lines(): AsyncGenerator<string> {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const piece of this) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
    rest += decoder.decode();
    if (rest !== '') yield rest;
  }

  /** The body, of which each piece comes in time, and none is missing at the end. */
  private watched(attempt: Attempt, silenceMs: number): ReadableStream<Uint8Array> {
    const pieces = bytesOf(this.response.body);
    let received = 0;
    return new ReadableStream({
      pull: async (controller) => {
        attempt.within(silenceMs);
        try {
          const { done, value } = await pieces.next();
          if (!done) {
            received += value.length;
            return controller.enqueue(value);
          }
          if (this.size !== undefined && received !== this.size)
            throw new TransledgerError('The file broke off.', { code: 'connection_failed', retryable: true });
          controller.close();
        } catch (thrown) {
          controller.error(attempt.errorOf(thrown));
        }
        attempt.end();
      },
      cancel: async () => {
        attempt.end();
        await pieces.return(undefined);
      },
    });
  }
}
