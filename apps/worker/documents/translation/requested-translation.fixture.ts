import { Readable } from 'node:stream';
import { vi } from 'vitest';
import type { RecordedEvent } from '#libs/ports/event-store/event-store.port.js';
import type { Delivery } from '#libs/ports/message-bus/message-bus.port.js';
import { backgroundCommandsOn } from '#test/fakes/background-commands.js';
import { deliveryOf, translationId, uploadDocument, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { InMemoryBlobStore } from '#test/fakes/in-memory-blob-store.js';
import { InMemoryEventStore } from '#test/fakes/in-memory-event-store.js';
import { InMemoryLeases } from '#test/fakes/in-memory-leases.js';
import { documentTranslation } from './document-translation.consumer.js';
import type { DocumentWork, TranslatedDocument } from './document-translator.js';
import type { TranslationDependencies } from './translation-task.js';

export const keepForMs = 7 * 24 * 60 * 60 * 1000;
export const hour = 3_600_000;
export const requestedAt = Date.parse(uploaderMetadata.occurredAt);

/** Provenance of all that it translates. */
export const usedModel = { modelSha256: ['ab'.repeat(32)], engines: [{ id: 'marian', host: null, region: null }] };

/** A requested translation of a document, and the worker that it is given to, an hour later. */
export class RequestedTranslation {
  readonly blobs = new InMemoryBlobStore();
  readonly leases = new InMemoryLeases();
  readonly discarded: string[] = [];
  readonly kept: object[] = [];
  /** Events of the life cycle. */
  readonly told: [event: string, facts: object][] = [];
  translate: (work: DocumentWork) => Promise<TranslatedDocument> = vi.fn(() => this.translating());

  private constructor(
    readonly eventStore: InMemoryEventStore,
    readonly message: RecordedEvent,
  ) {}

  static async open(changes?: Parameters<typeof uploadDocument>[1]): Promise<RequestedTranslation> {
    vi.useFakeTimers({ toFake: ['Date'], now: requestedAt + hour });
    const eventStore = new InMemoryEventStore();
    return new RequestedTranslation(eventStore, await uploadDocument(eventStore, changes));
  }

  close(): void {
    vi.useRealTimers();
  }

  /** Stands for the translator: the file exists when it resolves. */
  async translating(): Promise<TranslatedDocument> {
    const blob = await this.blobs.put(translationId, Readable.from([Buffer.from('hola')]));
    return { blob, storedBytes: blob.storedBytes, model: 'a-model', confidence: 0.9, provenance: usedModel };
  }

  failing(error: Error): void {
    this.translate = vi.fn(async () => {
      throw error;
    });
  }

  dependencies(): TranslationDependencies {
    return {
      eventStore: this.eventStore,
      commands: backgroundCommandsOn(this.eventStore),
      blobs: this.blobs,
      translator: { translate: this.translate },
      batches: { discard: async (id) => void this.discarded.push(id) },
      failures: { keep: async (failure) => void this.kept.push(failure) },
      lifeCycle: { emit: (event, facts) => void this.told.push([event, facts]) },
      leases: this.leases,
      keepForMs,
    };
  }

  group() {
    return documentTranslation(this.dependencies(), 1);
  }

  async deliver(changes?: Partial<Delivery>): Promise<void> {
    await this.group().handle(deliveryOf(this.message, changes));
  }

  /** Events after the two of the upload. */
  written(): RecordedEvent[] {
    return this.eventStore.events.slice(2);
  }

  lastTry(): number {
    return this.group().retryDelays.length + 1;
  }
}
