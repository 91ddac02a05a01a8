import { beforeAll, describe, expect, it } from 'vitest';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { boldDocument, translatedParagraphs, uploadDocument } from './sample-documents.js';
import { addSampleModel, line, translatedBold, translatedLine } from './sample-model.js';
import { sharedService, withModels } from './shared-service.js';
import { StreamClient } from './stream-client.js';

interface Answer {
  data: { translation: string };
  meta: { model: string; model_sha256: string[]; route?: string[] };
}

interface Entry {
  action: string;
  metadata: { model_sha256?: string[]; endpoint?: string };
}

describe('a model that is installed beside the running service', () => {
  let service: RunningService;
  let sha256: string;
  const translate = (text: string, source: string, target: string) =>
    service.postJson('/v1/translate', { text, source, target });
  const answerOf = async (response: Promise<Response>): Promise<Answer> => (await (await response).json()) as Answer;

  beforeAll(async () => {
    service = await sharedService(withModels);
    const before = await translate(line, 'en', 'de');
    expect(before.status).toBe(400);
    expect(await before.json()).toMatchObject({
      error: { code: 'invalid_language', message: expect.stringContaining('models add en-de') },
    });
    sha256 = await addSampleModel(service);
    await eventually(
      () => translate(line, 'en', 'de'),
      ({ status }) => status === 200,
    );
  });

  it('translates texts of its pair, and of one that is reached by it; Apertium goes on with the others', async () => {
    expect(await answerOf(translate(line, 'en', 'de'))).toMatchObject({
      data: { translation: translatedLine },
      meta: { model: 'marian-en-de-tiny', model_sha256: [sha256] },
    });
    expect((await answerOf(translate('La casa es grande.', 'es', 'de'))).meta).toMatchObject({
      route: ['es', 'en', 'de'],
      model_sha256: [sha256],
    });
    expect((await answerOf(translate('The house is big.', 'en', 'es'))).meta).toMatchObject({
      model: 'apertium-eng-spa',
      model_sha256: [],
    });
  });

  it('translates batches and streams to the same text', async () => {
    const batch = await service.postJson('/v1/translate/batch', { texts: [line, line], source: 'en', target: 'de' });
    expect(await batch.json()).toMatchObject({
      data: { translations: [{ translation: translatedLine }, { translation: translatedLine }] },
      meta: { model_sha256: [sha256] },
    });
    const { client } = await StreamClient.authenticated(service.url, service.apiKey);
    client.say({ type: 'translate', id: 'one', text: line, source: 'en', target: 'de' });
    expect(await client.got('complete', 'one')).toMatchObject({ model_sha256: [sha256] });
    expect(client.text('one')).toBe(translatedLine);
    expect(client.tokens('one').length).toBeGreaterThan(1);
    client.socket.close();
  });

  it.each(['docx', 'pdf'] as const)('translates a %s with its bold word in place', async (format) => {
    const id = await uploadDocument(service, boldDocument(format), `one.${format}`);
    expect(await translatedParagraphs(service, id, format)).toEqual([translatedBold]);
  });

  it('is among languages and models', async () => {
    const languages = (await (await service.fetch('/v1/languages?source=en')).json()) as object;
    expect(JSON.stringify(languages)).toContain('"de"');
    const { data } = (await (await service.fetch('/v1/models')).json()) as { data: { models: { id: string }[] } };
    expect(data.models.find(({ id }) => id === 'marian-en-de-tiny')).toMatchObject({
      engine: 'marian',
      source_languages: ['en'],
      target_languages: ['de'],
      sha256,
      licence: 'MPL-2.0',
    });
  });

  it('is named by its hash in the entry of each act', async () => {
    const entries = async (): Promise<Entry[]> => {
      const answer = (await (await service.fetch('/v1/compliance/audit-logs')).json()) as {
        data: { entries: Entry[] };
      };
      return answer.data.entries.filter(({ metadata }) => (metadata.model_sha256 ?? []).length > 0);
    };
    const acts = ['batch', 'stream', 'translate', 'translate_document'];
    const actsOf = (all: Entry[]) =>
      [...new Set(all.map(({ action, metadata }) => metadata.endpoint ?? action))].sort();
    const found = await eventually(entries, (all) => actsOf(all).length >= acts.length);
    expect(actsOf(found)).toEqual(acts);
    for (const { metadata } of found) expect(metadata.model_sha256).toEqual([sha256]);
  });

  it('has figures of its process among the metrics', async () => {
    const page = async () => (await service.metrics()).text();
    expect(await eventually(page, (text) => text.includes('transledger_models_loaded{'))).toMatch(
      /^transledger_models_sentences_total\{role="inference"\} [1-9]/m,
    );
  });
});
