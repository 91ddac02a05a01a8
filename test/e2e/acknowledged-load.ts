import type { ApiClient } from './api-client.js';
import { eventually } from './eventually.js';

/** The acts that the service has acknowledged, as the client remembers them. */
export interface Acknowledged {
  /** Audit action of each acknowledged request, by request id. */
  actions: { requestId: string; action: string }[];
  documents: string[];
}

interface Answer {
  data: { id?: string };
  meta: { request_id: string };
}

/** A machine that has just started everything again may need long for its first document. */
const patienceMs = 60_000;

const actionOfLane = (lane: number): string =>
  lane === 0 ? 'document_upload' : lane === 1 ? 'api_key_create' : 'translate';

/** Documents on the first lane, keys on the second, translations on the others, one after the other until stopped. */
export class AcknowledgedLoad {
  readonly acknowledged: Acknowledged = { actions: [], documents: [] };
  /** Statuses of all responses. */
  readonly statuses = new Set<number>();
  private running = false;
  private lanes: Promise<void>[] = [];
  private sent = 0;

  constructor(
    private readonly service: ApiClient,
    private readonly webhookUrl: string,
  ) {}

  /** Resolves when something of every kind has been acknowledged since, so that what follows happens under load. */
  async start(lanes: number): Promise<void> {
    const before = this.acknowledged.actions.length;
    this.running = true;
    this.lanes = Array.from({ length: lanes }, (_, lane) => this.drive(lane));
    const wanted = new Set(this.lanes.map((_, lane) => actionOfLane(lane)));
    await eventually(
      async () => [...new Set(this.acknowledged.actions.slice(before).map(({ action }) => action))],
      (seen) => wanted.isSubsetOf(new Set(seen)),
      patienceMs,
    );
  }

  async stop(): Promise<void> {
    this.running = false;
    await Promise.all(this.lanes);
  }

  private async drive(lane: number): Promise<void> {
    while (this.running) {
      try {
        await this.sendOne(lane);
      } catch {
        // No response came: the outcome of the request is not known, and nothing is claimed of it.
      }
    }
  }

  private sendOne(lane: number): Promise<void> {
    this.sent += 1;
    if (lane === 0) return this.uploadDocument();
    if (lane === 1) return this.createKey();
    return this.translate();
  }

  private async translate(): Promise<void> {
    const body = { text: `Sentence number ${this.sent}.`, source: 'en', target: 'es' };
    await this.note('translate', await this.service.postJson('/v1/translate', body));
  }

  private async createKey(): Promise<void> {
    const body = { name: `key ${this.sent}`, scopes: ['translate'] };
    await this.note('api_key_create', await this.service.postJson('/v1/api-keys', body));
  }

  private async uploadDocument(): Promise<void> {
    const form = new FormData();
    form.set('file', new Blob([`Line one of ${this.sent}.\nLine two.\n`.repeat(200)]), `load-${this.sent}.txt`);
    form.set('source', 'en');
    form.set('target', 'es');
    form.set('webhook_url', this.webhookUrl);
    const answer = await this.service.fetch('/v1/documents', { method: 'POST', body: form });
    const noted = await this.note('document_upload', answer);
    if (noted?.data.id !== undefined) this.acknowledged.documents.push(noted.data.id);
  }

  private async note(action: string, answer: Response): Promise<Answer | undefined> {
    this.statuses.add(answer.status);
    const body = (await answer.json()) as Answer;
    if (!answer.ok) return undefined;
    this.acknowledged.actions.push({ requestId: body.meta.request_id, action });
    return body;
  }
}
