import type { DocumentLoad, KnownDocumentLoad } from '#libs/application/documents/document-load.port.js';
import type { DocumentThroughput } from '#libs/documents/throughput/document-throughput.js';
import { every } from '#libs/platform/async/every.js';
import type { DocumentQueries } from '#projections/documents/documents.queries.js';

interface Sources {
  throughput: Pick<DocumentThroughput, 'measured'>;
  documents: Pick<DocumentQueries, 'waitingWords'>;
}

/** Milliseconds between two readings. */
const readEveryMs = 10_000;

/** Reads the load of the workers from time to time, so that no upload waits for it. A reading that fails keeps the last. */
export class ReadDocumentLoad implements KnownDocumentLoad {
  current: DocumentLoad = { throughput: [], waiting: [] };
  private readonly stopping = new AbortController();
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly sources: Sources,
    private readonly everyMs = readEveryMs,
  ) {}

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
    const { throughput, documents } = this.sources;
    const [measured, waiting] = await Promise.all([throughput.measured(), documents.waitingWords()]);
    this.current = { throughput: measured, waiting };
  }
}
