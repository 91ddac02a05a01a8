import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import type { DetectedDescription } from '#libs/documents/formats/host/format-host.js';
import { rulesOf } from '#libs/documents/options/translation-rules.js';
import { rulesBlobOf } from '#libs/documents/stored-files/document-blobs.js';
import { webhookTarget } from '#libs/documents/stored-files/document-webhook.js';
import type { DocumentEventData } from '#libs/domain/document/document.events.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { admissionOfAct, type EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { AppendOutcomeUnknownError, EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { documentId, uploaderMetadata } from '#test/fakes/document.fixture.js';
import { RecordedQuota } from '#test/fakes/recorded-quota.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { ShoutingEngine } from '#test/fakes/shouting-engine.js';
import { Ports } from '#test/handler/handler-specification.js';
import type { GlossaryWanted } from '../glossaries/glossary-library.js';
import type { CountedDocument, Counting } from './document-inspection.js';
import type { WaitingDocuments } from './document-load.port.js';
import { SourceFiles } from './source-files.js';
import { type NewUpload, UploadDocument, UploadDocumentHandler } from './upload-document.handler.js';

const format: DetectedDescription = {
  name: 'txt',
  mediaType: 'text/plain',
  extensions: ['txt'],
  options: ['translate_comments', 'keys'],
  isNamedOtherwise: false,
};
const found: CountedDocument = {
  isCounted: true,
  pageCount: 1,
  pageCountSource: 'estimate',
  wordCount: 2,
  characterCount: 13,
  segmentCount: 1,
  detectedLanguage: 'en',
};
const webhook = { url: 'https://receiver.example.com/hook', secret: null };
const reference = { id: 'glo_1', version: 2, blobId: 'glo_1-2' };

let ports: Ports;
let quota: RecordedQuota;
let wanted: GlossaryWanted[];
let waiting: WaitingDocuments;
let detected: DetectedDescription;
let countedWith: FormatOptions[];
let unwritable: string | undefined;
let inspect: (counting?: Counting) => Promise<CountedDocument>;

beforeEach(() => {
  ports = new Ports();
  quota = new RecordedQuota();
  wanted = [];
  waiting = { documents: 0, words: 0 };
  detected = format;
  countedWith = [];
  unwritable = undefined;
  inspect = async () => found;
});

/** Uploads a file that has been stored. */
const upload = async (changes: Partial<NewUpload> = {}, metadata: Partial<EventMetadata> = {}) => {
  const { eventStore, blobs, keyVault, subjectKeys } = ports;
  const files = new SourceFiles(blobs, eventStore, keyVault);
  const blob = await files.store(
    { documentId, organizationId: 'org_1' },
    Readable.from([Buffer.from('Good morning.')]),
    AbortSignal.timeout(60_000),
  );
  const handler = new UploadDocumentHandler(
    eventStore,
    new ShoutingEngine(),
    subjectKeys,
    keyVault,
    {
      detect: async () => detected,
      assertWritable: async ({ name }, target) => {
        if (target === unwritable) throw new Rejection('unsupported_format', { message: `No font for ${name}.` });
      },
      count: (_blob, _format, options, _user, counting) => {
        countedWith.push(options);
        return inspect(counting);
      },
    },
    files,
    {
      referenceFor: async (_organizationId, glossary) => {
        wanted.push(glossary);
        return glossary.glossaryId === undefined ? undefined : reference;
      },
    },
    quota,
    {
      waitingOf: (organizationId) =>
        organizationId === uploaderMetadata.organizationId ? waiting : { documents: 9, words: 9 },
    },
    blobs,
  );
  const subject = await subjectKeys.subjectFor('org_1', 'usr_1');
  const command = new UploadDocument(
    {
      documentId,
      file: { name: 'letter.txt', mediaType: 'text/plain', blob },
      source: undefined,
      target: 'es',
      options: {},
      webhook: undefined,
      tier: 'pro',
      repeatable: undefined,
      ...changes,
    },
    { ...uploaderMetadata, subject, ...metadata },
  );
  return handler.execute(command);
};

const remains = async () => ({
  events: ports.eventStore.events.map(({ type }) => type),
  blobs: ports.blobs.ids,
  reserved: [...ports.blobs.reserved.keys()],
  webhook: await webhookTarget(ports.keyVault, documentId),
});
const nothing = { events: [], blobs: [], reserved: [], webhook: undefined };

const requestIn = (event: { data: object } | undefined): DocumentEventData<'DocumentTranslationRequested'> => {
  if (event === undefined) throw new Error('No translation was requested');
  return event.data as DocumentEventData<'DocumentTranslationRequested'>;
};

describe('UploadDocument', () => {
  it('the upload writes the findings in the file, and requests its translation', async () => {
    await upload();
    expect(ports.eventStore.events).toMatchObject([
      {
        type: 'DocumentUploaded',
        data: {
          documentId,
          organizationId: 'org_1',
          format: 'txt',
          sizeBytes: 13,
          wordCount: 2,
          sourceLanguage: 'en',
          detectedLanguage: 'en',
          blobId: `${documentId}-source`,
          webhookRef: null,
          counted: true,
          pageCountSource: 'estimate',
          storedBytes: 13,
          uploadedAt: uploaderMetadata.occurredAt,
        },
      },
      {
        type: 'DocumentTranslationRequested',
        data: {
          sourceLanguage: 'en',
          targetLanguage: 'es',
          options: { domain: 'general', preserveLayout: true, translateHeaders: true, quality: 'balanced' },
        },
      },
    ]);
  });

  it('a file that takes too long to count is accepted uncounted, with its characters set aside', async () => {
    const uncounted = { isCounted: false, wordCount: 0, segmentCount: 0, characterCount: 700 };
    inspect = async () => ({ ...found, ...uncounted });
    expect(await upload()).toMatchObject({ isCounted: false, wordCount: 0, warnings: [] });
    expect(quota.spent).toMatchObject([{ characters: 700, isEstimate: true }]);
    expect(ports.eventStore.events[0]?.data).toMatchObject({ counted: false, wordCount: 0, characterCount: 700 });
  });

  it('a file whose characters would not fit by its bytes is counted to its end', async () => {
    const uncounted = { isCounted: false, wordCount: 0, segmentCount: 0, characterCount: 700 };
    inspect = async (counting) => ({ ...found, ...(counting?.mayEndUncounted === false ? {} : uncounted) });
    quota = new RecordedQuota();
    const spend = quota.spend.bind(quota);
    quota.spend = async (organization, characters, ...others) => {
      if (characters > 100) throw new Rejection('quota_exceeded');
      return spend(organization, characters, ...others);
    };
    expect(await upload()).toMatchObject({ isCounted: true, wordCount: found.wordCount });
    expect(quota.spent).toMatchObject([{ characters: found.characterCount }]);
    expect((await remains()).events).toEqual(['DocumentUploaded', 'DocumentTranslationRequested']);
  });

  it('a file whose characters do not fit is refused, and was counted once', async () => {
    quota = new RecordedQuota(new Rejection('quota_exceeded'));
    expect((await rejectionOf(() => upload())).code).toBe('quota_exceeded');
    expect(countedWith).toHaveLength(1);
  });

  it('the bytes of the file are reserved for its translation', async () => {
    await upload();
    const { translationId } = requestIn(ports.eventStore.events[1]);
    expect([...ports.blobs.reserved]).toEqual([[translationId, 13]]);
  });

  it('the upload returns the properties of the document for the response', async () => {
    expect(await upload()).toEqual({
      documentId,
      format: 'txt',
      sourceLanguage: 'en',
      targetLanguage: 'es',
      pageCount: 1,
      pageCountSource: 'estimate',
      wordCount: 2,
      isCounted: true,
      uploadedAt: uploaderMetadata.occurredAt,
      estimatedCompletion: '2026-11-21T08:00:03.001Z',
      warnings: [],
    });
  });

  it('the expected completion follows what waits of the own organization', async () => {
    waiting = { documents: 3, words: 45_000 };
    const { estimatedCompletion } = await upload();
    expect(estimatedCompletion).toBe('2026-11-21T08:00:06.001Z');
    expect(ports.eventStore.events[1]?.data).toMatchObject({ estimatedCompletion });
  });

  it('the log has neither the name of the file nor the address of the webhook', async () => {
    await upload({ webhook });
    expect(JSON.stringify(ports.eventStore.events)).not.toMatch(/letter|receiver/);
    expect(ports.eventStore.events[0]?.data.webhookRef).toBe(documentId);
    expect((await remains()).webhook).toEqual(webhook);
  });

  it('the named source language is trusted', async () => {
    inspect = async () => ({ ...found, detectedLanguage: 'de' });
    await upload({ source: 'en' });
    expect(ports.eventStore.events[0]?.data).toMatchObject({ sourceLanguage: 'en', detectedLanguage: null });
  });

  it('a page range whose pages could not be laid out is answered with a warning', async () => {
    detected = { ...format, options: ['page_range'] };
    inspect = async () => ({ ...found, arePagesEstimated: true });
    const { warnings } = await upload({ options: { pageRange: '1' } });
    expect(warnings.map(({ code }) => code)).toEqual(['pages_estimated']);
  });

  it('a file of which nothing is left to translate is answered with a warning', async () => {
    inspect = async () => ({ ...found, segmentCount: 0 });
    const { warnings } = await upload({ options: {} });
    expect(warnings.map(({ code }) => code)).toEqual(['nothing_to_translate']);
  });

  it('a file without letters counts as in the target language already, for any glossary', async () => {
    inspect = async () => ({ ...found, detectedLanguage: 'und' });
    expect(await upload()).toMatchObject({ sourceLanguage: 'es' });
    expect(wanted).toMatchObject([{ source: undefined, target: 'es' }]);
  });

  it('the language of a file of which the options choose no letters is that of the whole file', async () => {
    detected = { ...format, options: ['page_range'] };
    inspect = async () =>
      countedWith.at(-1)?.pageRange === undefined ? found : { ...found, segmentCount: 0, detectedLanguage: 'und' };
    const uploaded = await upload({ options: { pageRange: '1' } });
    expect(uploaded).toMatchObject({ sourceLanguage: 'en', warnings: [{ code: 'nothing_to_translate' }] });
    expect(ports.eventStore.events[0]?.data).toMatchObject({ sourceLanguage: 'en', segmentCount: 0 });
  });

  it('the upload names the glossary that applies', async () => {
    await upload({ options: { glossaryId: 'glo_1' } });
    expect(ports.eventStore.events[1]?.data.options).toMatchObject({ glossary: reference });
  });

  it('the text is counted, and its translation requested, with the options that were given', async () => {
    await upload({ options: { translateComments: true, hidden: true, quality: 'fast', domain: '12 law' } });
    expect(countedWith).toMatchObject([{ translateComments: true, hidden: true, translateHeaders: true }]);
    expect(ports.eventStore.events[1]?.data.options).toMatchObject({
      translateComments: true,
      hidden: true,
      translateHeaders: true,
      quality: 'fast',
      domain: '12 law',
    });
  });

  it('a path to keys that cannot be followed is refused before anything is counted', async () => {
    detected = { ...format, name: 'json' };
    const refused = await rejectionOf(() => upload({ options: { keys: { include: ['title'], exclude: [] } } }));
    expect(refused.code).toBe('invalid_request');
    expect(countedWith).toEqual([]);
  });

  it('rules for keys are kept beside the log, which has only the place', async () => {
    const keys = { include: ['$.secret'], exclude: [] };
    await upload({ options: { keys } });
    expect(countedWith).toMatchObject([{ keys }]);
    const [, requested] = ports.eventStore.events;
    const { translationId, options } = requestIn(requested);
    expect(options.rulesBlobId).toBe(rulesBlobOf(documentId, translationId));
    expect(await rulesOf(ports.blobs, options)).toEqual({ keys });
    expect(JSON.stringify(ports.eventStore.events)).not.toContain('secret');
  });

  it('the upload warns of an option without effect, and of a file that is named otherwise', async () => {
    detected = { ...format, isNamedOtherwise: true };
    const { warnings } = await upload({ options: { translateComments: true, preserveImages: false } });
    expect(warnings.map(({ code }) => code)).toEqual(['named_otherwise', 'option_without_effect']);
  });

  it('the upload spends the characters that were found, by the name of its request where it may be repeated', async () => {
    await upload();
    const spent = { organizationId: 'org_1', tier: 'pro', characters: 13, code: 'quota_exceeded' };
    expect(quota.spent).toEqual([spent]);
    await upload({ repeatable: { isTakenOver: true } });
    expect(quota.spent.at(-1)).toEqual({ ...spent, execution: uploaderMetadata.requestId });
  });

  it('a file is not looked into when the quota is used up, unless its request has reserved its characters', async () => {
    quota.isUsedUp = true;
    let inspections = 0;
    inspect = async () => {
      inspections += 1;
      return found;
    };
    expect((await rejectionOf(() => upload())).code).toBe('quota_exceeded');
    expect([inspections, await remains()]).toEqual([0, nothing]);
    const repeatable = { isTakenOver: true };
    expect((await rejectionOf(() => upload({ repeatable }))).code).toBe('quota_exceeded');
    expect([inspections, await remains()]).toEqual([0, nothing]);
    quota.reserved.add(uploaderMetadata.requestId);
    await upload({ repeatable });
    expect(inspections).toBe(1);
  });

  it('what is known of a file is told before the quota refuses it', async () => {
    quota = new RecordedQuota(new Rejection('quota_exceeded'));
    const known: object[] = [];
    await rejectionOf(() => upload({ noted: (facts) => known.push(facts) }));
    expect(Object.assign({}, ...known)).toEqual({
      sourceLanguage: 'en',
      targetLanguage: 'es',
      domain: 'general',
      wordCount: found.wordCount,
      characterCount: found.characterCount,
    });
  });

  it('a repeat whose first attempt is in the log is not refused for the characters that it spent', async () => {
    const first = await upload({ repeatable: { isTakenOver: false } });
    quota = new RecordedQuota(new Rejection('quota_exceeded'));
    quota.isUsedUp = true;
    expect(await upload({ repeatable: { isTakenOver: true } }, { occurredAt: '2026-11-21T20:00:00.000Z' })).toEqual(
      first,
    );
    expect((await remains()).events).toEqual(['DocumentUploaded', 'DocumentTranslationRequested']);
  });

  it('an upload is written once, however often it is sent', async () => {
    const repeatable = { isTakenOver: false };
    const first = await upload({ repeatable });
    expect(await upload({ repeatable })).toEqual(first);
    expect((await remains()).events).toEqual(['DocumentUploaded', 'DocumentTranslationRequested']);
  });

  it('a repeat leaves nothing beside what its first attempt has kept and reserved, and neither does one that fails', async () => {
    const changes = { repeatable: { isTakenOver: false }, options: { keys: { include: ['$.title'], exclude: [] } } };
    await upload(changes);
    const once = await remains();
    await upload(changes);
    expect(await remains()).toEqual(once);
    quota = new RecordedQuota(new Rejection('service_unavailable'));
    await rejectionOf(() => upload(changes));
    expect(await remains()).toEqual(once);
  });
});

describe('the remains of a failed upload', () => {
  it.each<[string, Partial<NewUpload>]>([
    ['invalid_language', { target: 'xx' }],
    ['invalid_language', { source: 'es', target: 'en' }],
  ])('an upload that fails as %s leaves nothing', async (code, changes) => {
    expect((await rejectionOf(() => upload({ webhook, ...changes }))).code).toBe(code);
    expect(await remains()).toEqual(nothing);
  });

  it('an upload of a file that cannot be read leaves nothing', async () => {
    inspect = () => Promise.reject(new Rejection('invalid_file_format'));
    expect((await rejectionOf(() => upload({ webhook }))).code).toBe('invalid_file_format');
    expect(await remains()).toEqual(nothing);
  });

  it('an upload with pages of a format that has none leaves nothing', async () => {
    expect((await rejectionOf(() => upload({ webhook, options: { pageRange: '1' } }))).code).toBe('invalid_request');
    expect(await remains()).toEqual(nothing);
  });

  it('an upload of a file that cannot be written in the target language is not counted, and leaves nothing', async () => {
    unwritable = 'es';
    expect((await rejectionOf(() => upload({ webhook }))).code).toBe('unsupported_format');
    expect([countedWith, await remains()]).toEqual([[], nothing]);
  });

  it('an upload over the quota leaves nothing', async () => {
    quota = new RecordedQuota(new Rejection('quota_exceeded'));
    const options = { keys: { include: ['$.title'], exclude: [] } };
    expect((await rejectionOf(() => upload({ webhook, options }))).code).toBe('quota_exceeded');
    expect(await remains()).toEqual(nothing);
  });

  it('an upload whose caller lost the right to it while the file was looked into leaves nothing', async () => {
    let refusal: Rejection | undefined;
    const assertStands = () => {
      if (refusal !== undefined) throw refusal;
    };
    inspect = async () => {
      refusal = new Rejection('revoked_api_key');
      return found;
    };
    const options = { keys: { include: ['$.title'], exclude: [] } };
    const admission = { [admissionOfAct]: { assertStands, hasActed: false } };
    expect((await rejectionOf(() => upload({ webhook, options }, admission))).code).toBe('revoked_api_key');
    expect(await remains()).toEqual(nothing);
  });

  it('an upload leaves nothing while the event store is unavailable', async () => {
    ports.eventStore.failAppend(new EventStoreUnavailableError('away'));
    await expect(upload({ webhook })).rejects.toThrow('away');
    expect(await remains()).toEqual(nothing);
  });
});

describe('the file of an upload that may be in the log', () => {
  it('an upload keeps its file when the outcome of the append stays unknown', async () => {
    quota = new RecordedQuota(new AppendOutcomeUnknownError('away'));
    await expect(upload({ webhook })).rejects.toThrow('away');
    expect(await remains()).toMatchObject({ blobs: [`${documentId}-source`], webhook });
  });

  it('an upload keeps its file when another attempt at the same request has created the document', async () => {
    await upload({ repeatable: { isTakenOver: false } });
    quota = new RecordedQuota(new Rejection('service_unavailable'));
    await rejectionOf(() => upload({ repeatable: { isTakenOver: false } }));
    expect((await remains()).blobs).toEqual([`${documentId}-source`]);
  });
});
