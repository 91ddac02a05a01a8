import { AuditLogs } from './audit.js';
import { Certifications, Compliance, Holds, Reports } from './compliance.js';
import { Documents } from './documents.js';
import { Glossaries } from './glossaries.js';
import { ApiKeys, OrganizationSettings, Sessions, Users } from './people.js';
import { type CallOptions, type ClientOptions, Part, Requests } from './requests.js';
import { TranslationStream } from './text-stream.js';
import type * as api from './types.js';
import { Webhooks } from './webhooks.js';

/**
 * A client of one service. It keeps no connection and needs no end.
 * @example const client = new Transledger({ baseUrl: process.env.TRANSLEDGER_URL, apiKey: process.env.TRANSLEDGER_API_KEY });
 */
export class Transledger extends Part {
  readonly documents = new Documents(this.requests);
  readonly glossaries = new Glossaries(this.requests);
  readonly webhooks = new Webhooks(this.requests);
  readonly auditLogs = new AuditLogs(this.requests);
  readonly reports = new Reports(this.requests);
  readonly holds = new Holds(this.requests);
  readonly certifications = new Certifications(this.requests);
  readonly compliance = new Compliance(this.requests);
  readonly apiKeys = new ApiKeys(this.requests);
  readonly users = new Users(this.requests);
  readonly organization = new OrganizationSettings(this.requests);
  readonly session = new Sessions(this.requests);

  /** @throws TypeError for an address or a key that cannot be one */
  constructor(options: ClientOptions) {
    super(new Requests(options));
  }

  /**
   * Translates a text of up to 10,000 characters.
   * @example
   * const { translation, detected_language, requestId, meta } = await client.translate({ text: 'The house is big.', target: 'es' });
   * console.log(translation); // La casa es grande.
   */
  translate(request: api.TranslateRequest, options?: CallOptions): api.Answered<api.Translation> {
    return this.requests.data({ method: 'POST', path: '/v1/translate', body: request }, options);
  }

  /**
   * Translates up to 100 texts, in their order. One that fails fails all, or with `partial` stands in its place with its `error`.
   * @example
   * const { translations } = await client.translateBatch({ texts: ['house', 'tree'], source: 'en', target: 'es', partial: true });
   * for (const { text, translation, error } of translations) console.log(text, translation ?? error.code);
   */
  translateBatch(
    { partial = false, ...request }: api.TranslateBatchRequest & { partial?: boolean },
    options?: CallOptions,
  ): api.Answered<api.BatchTranslation> {
    const headers: Record<string, string> = partial ? { prefer: 'partial' } : {};
    return this.requests.data({ method: 'POST', path: '/v1/translate/batch', body: request, headers }, options);
  }

  /**
   * Translates a text piece by piece, over a WebSocket.
   * @example
   * const stream = client.stream({ text: 'The house is big.', source: 'en', target: 'es' });
   * for await (const piece of stream) process.stdout.write(piece);
   * const { word_count, requestId } = await stream.result();
   */
  stream(request: api.TranslateRequest, options?: CallOptions): TranslationStream {
    return new TranslationStream(this.requests, request, options);
  }

  /**
   * Names the language of a text, with up to five alternatives. It is free.
   * @example const { language, confidence } = await client.detect({ text: 'Das Haus ist groß.' });
   */
  detect(request: api.DetectRequest, options?: CallOptions): api.Answered<api.Detection> {
    return this.requests.data({ method: 'POST', path: '/v1/detect', body: request }, options);
  }

  /**
   * The languages that the service translates; `source` or `target` leaves those that pair with it, `detail` adds the pairs.
   * @example const { languages, pairs } = await client.languages({ source: 'en', detail: 'pairs' });
   */
  languages(query: api.Query<'listLanguages'> = {}, options?: CallOptions): api.Answered<api.LanguageList> {
    return this.requests.get('/v1/languages', query, options);
  }

  /**
   * The models that the service translates with.
   * @example const { models } = await client.models();
   */
  models(options?: CallOptions): api.Answered<api.ModelList> {
    return this.requests.get('/v1/models', {}, options);
  }

  /**
   * Requests and characters of a period, by day, key, user and language pair; of today without one.
   * @example const { characters, by_day } = await client.usage({ start: '2026-11-01', end: '2026-11-30' });
   */
  usage(query: api.Query<'getUsage'> = {}, options?: CallOptions): api.Answered<api.Usage> {
    return this.requests.get('/v1/usage', query, options);
  }
}
