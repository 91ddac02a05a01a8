import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient, CallOptions } from '#test/e2e/api-client.js';
import type { Answer } from './answers.js';
import { documentSamples } from './document-samples.js';

interface Envelope {
  data: { id?: string; translation?: string };
  meta: { request_id: string };
}

export interface ToldDocument {
  id: string;
  number: number;
  sample: string;
}

/** The acts that callers got acknowledged. */
export interface Told {
  /** Audit action of each, by request id. */
  actions: { action: string; requestId: string }[];
  documents: ToldDocument[];
  /** Names of keys; the request for each was repeated, under one idempotency key, until it got a response. */
  keys: string[];
  /** Translations by the number of their sentence. */
  translations: { number: number; translation: string }[];
}

/** Timeout of a request in milliseconds: the service itself waits up to 10 s for an S3 server. */
const answerWithinMs = 13_000;
const finishWithinMs = 30_000;
const sayAgainAfterMs = 500;

/** Milliseconds between one request and the next: about a dozen requests a second in all. */
const paces = { document: 700, key: 600, translate: 150 };
const translateLanes = 2;

export const sentenceOf = (number: number): string => `The order ${number} is very big.`;

const isTold = (status: number): boolean => status >= 200 && status < 300;

/** Sends documents, keys and translations on lanes of their own, one request after the other, until stopped. */
export class FaultLoad {
  readonly told: Told = { actions: [], documents: [], keys: [], translations: [] };
  readonly answers: Answer[] = [];
  /** Correct requests that were refused all the same, or got a response of an unknown form. */
  readonly surprises: string[] = [];
  private running = false;
  private stopAt = Number.POSITIVE_INFINITY;
  private lanes: Promise<void>[] = [];
  private sent = 200_000;

  constructor(
    private readonly client: ApiClient,
    private readonly webhookUrl: string,
  ) {}

  start(): void {
    this.running = true;
    this.lanes = [
      this.drive(paces.document, (number) => this.uploadDocument(number)),
      this.drive(paces.key, (number) => this.createKey(number)),
      ...Array.from({ length: translateLanes }, () => this.drive(paces.translate, (number) => this.translate(number))),
    ];
  }

  /** Sends nothing new; requests that are under way end, or are repeated, within a bounded time. */
  async stop(): Promise<void> {
    this.running = false;
    this.stopAt = performance.now() + finishWithinMs;
    await Promise.all(this.lanes);
  }

  private async drive(paceMs: number, send: (number: number) => Promise<unknown>): Promise<void> {
    while (this.running) {
      this.sent += 1;
      await send(this.sent);
      await sleep(paceMs);
    }
  }

  private async translate(number: number): Promise<void> {
    const body = { text: sentenceOf(number), source: 'en', target: 'es' };
    const answer = await this.send('translate', '/v1/translate', this.json(body));
    const translation = answer?.data.translation;
    if (translation !== undefined) this.told.translations.push({ number, translation });
  }

  private async createKey(number: number): Promise<void> {
    const name = `key ${number}`;
    const request = this.json({ name, scopes: ['translate'] }, { 'idempotency-key': `fault-run-${number}` });
    while (performance.now() < this.stopAt) {
      if ((await this.send('api_key_create', '/v1/api-keys', request)) !== undefined) {
        this.told.keys.push(name);
        return;
      }
      await sleep(sayAgainAfterMs);
    }
    this.surprises.push(`no answer for ${name}, however often it was asked for`);
  }

  private async uploadDocument(number: number): Promise<void> {
    const sample = documentSamples[number % documentSamples.length];
    if (sample === undefined) return;
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(sample.contentFor(number))]), sample.name);
    form.set('source', 'en');
    form.set('target', 'es');
    form.set('webhook_url', this.webhookUrl);
    const answer = await this.send('document_upload', '/v1/documents', { body: form });
    const id = answer?.data.id;
    if (id !== undefined) this.told.documents.push({ id, number, sample: sample.name });
  }

  private json(body: object, headers: Record<string, string> = {}): CallOptions {
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } };
  }

  /** The response when the act was acknowledged; undefined when it was not. Never rejects. */
  private async send(action: string, path: string, request: CallOptions): Promise<Envelope | undefined> {
    const sentAt = performance.now();
    let status = 0;
    try {
      const signal = AbortSignal.timeout(answerWithinMs);
      const answer = await this.client.fetch(path, { method: 'POST', signal, ...request });
      const body = await answer.text();
      status = answer.status;
      if (!isTold(status)) {
        if (status < 500 && status !== 409) this.surprises.push(`${action} was answered with ${status}`);
        return undefined;
      }
      const envelope = JSON.parse(body) as Envelope;
      this.told.actions.push({ action, requestId: envelope.meta.request_id });
      return envelope;
    } catch {
      // No response came, or not all of it: the outcome of the request is not known, and nothing is claimed of it.
      return undefined;
    } finally {
      this.answers.push({ kind: action, sentAt, endedAt: performance.now(), status });
    }
  }
}
