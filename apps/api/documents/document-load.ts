import type { KnownDocumentLoad, WaitingDocuments } from '#libs/application/documents/document-load.port.js';
import { every } from '#libs/platform/async/every.js';
import type { DocumentQueries } from '#projections/documents/documents.queries.js';

/** Milliseconds between two readings. */
const readEveryMs = 10_000;

const none: WaitingDocuments = { documents: 0, words: 0 };

/** Reads what waits from time to time, so that no upload waits for it. A reading that fails keeps the last. */
export class ReadDocumentLoad implements KnownDocumentLoad {
  private waiting = new Map<string, WaitingDocuments>();
  private readonly stopping = new AbortController();
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly documents: Pick<DocumentQueries, 'waitingWords'>,
    private readonly everyMs = readEveryMs,
  ) {}

  waitingOf(organizationId: string): WaitingDocuments {
    return this.waiting.get(organizationId) ?? none;
  }

  start(): void {
    const { signal } = this.stopping;
    const read = () => this.read();
    this.reading = read()
      .catch(() => undefined)
      .then(() => every(this.everyMs, { signal, onFault: () => undefined }, read));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.reading;
  }

  private async read(): Promise<void> {
    const waiting = await this.documents.waitingWords();
    this.waiting = new Map(
      waiting.map(({ organizationId, documents, words }) => [organizationId, { documents, words }]),
    );
  }
}
