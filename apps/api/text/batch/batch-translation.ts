import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkLanguages, choosePair } from '#libs/application/languages/language-choice.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { generalDomain } from '#libs/domain/euro-voc.js';
import { baseLanguage } from '#libs/text/languages/language-tag.js';
import { toRejection } from '../../http/error-envelope.js';
import { cachedTranslation } from '../translation/cached-translation.js';
import type { TextEngines } from '../translation/text-engines.js';
import type { BatchRequest, BatchTranslation, FailedBatchItem } from './batch.dto.js';
import { batchTreatment, type TranslatedItem } from './batch-fact.js';
import { type BatchItem, readItem, rejectionAt } from './batch-item.js';
import { mapInFlight } from './map-in-flight.js';

/**
 * Maximum code points of one request in the engine at the same time: enough to fill any engine, and a bound on its
 * memory.
 */
const charactersInFlight = 40_000;
/** Milliseconds after which detection and counting of long texts yield to other requests. */
const turnMs = 8;

interface Translated extends TranslatedItem {
  translation: string;
  route?: readonly string[];
}

export interface TranslatedBatch {
  /** Results in the order of the texts. */
  translations: (BatchTranslation | FailedBatchItem)[];
  /** One item for each text that is translated and not empty. */
  succeeded: TranslatedItem[];
}

/** The outcome of each distinct text. */
type Outcomes = Map<string, Translated | Rejection>;

/**
 * Reads all texts; those that cannot be translated get their outcome.
 * @throws Rejection of the first of those, unless `partial`
 */
const readTexts = async (
  engines: TextEngines,
  { texts, target }: BatchRequest,
  source: string | undefined,
  partial: boolean,
  outcomes: Outcomes,
): Promise<BatchItem[]> => {
  const items: BatchItem[] = [];
  const seen = new Set(['']);
  let turnBegan = performance.now();
  for (const [index, text] of texts.entries()) {
    if (seen.has(text)) continue;
    seen.add(text);
    try {
      items.push(await readItem(engines, text, source, target));
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      if (!partial) throw rejectionAt(index, error);
      outcomes.set(text, error);
    }
    if (performance.now() - turnBegan < turnMs) continue;
    await nextTurn();
    turnBegan = performance.now();
  }
  return items;
};

const translateItems = async (
  engines: TextEngines,
  organizationId: string,
  items: readonly BatchItem[],
  { parallel, partial }: { parallel: boolean; partial: boolean },
  outcomes: Outcomes,
): Promise<void> => {
  const giveUp = new AbortController();
  const faults: unknown[] = [];
  const translate = async (item: BatchItem): Promise<void> => {
    try {
      const answer = await cachedTranslation(engines, {
        organizationId,
        text: item.text,
        pair: item.pair,
        domain: generalDomain,
        ...batchTreatment,
        signal: giveUp.signal,
      });
      outcomes.set(item.text, { ...item, ...answer });
    } catch (error) {
      const rejection = toRejection(error);
      // An unforeseen error fails the request, and so is logged.
      if (!partial || rejection.code === 'internal_error') throw error;
      outcomes.set(item.text, rejection);
      if (rejection.status >= 500) faults.push(error);
    }
  };
  const capacity = parallel ? charactersInFlight : 0;
  try {
    await mapInFlight(items, { weightOf: ({ characterCount }) => characterCount, capacity }, translate);
  } catch (error) {
    giveUp.abort(error);
    throw error;
  }
  // When the engine is unavailable there is no part to respond with.
  if (faults.length > 0 && faults.length === items.length) throw faults[0];
};

/** A batch in which every text has been checked and none translated. */
export interface PreparedBatch {
  /** The source that was given, as the engine has it. */
  source: string | undefined;
  /** Each distinct text that can be translated. */
  items: readonly BatchItem[];
  /** Code points of all texts that can be translated; a text that occurs twice counts twice. */
  characterCount: number;
  outcomes: Outcomes;
}

/**
 * Checks every text before the first is translated.
 * @throws Rejection naming `texts[i]`
 */
export const prepareBatch = async (
  engines: TextEngines,
  body: BatchRequest,
  partial: boolean,
): Promise<PreparedBatch> => {
  const { texts, target } = body;
  const source = await checkLanguages(engines.inference, body.source, target);
  if (source !== undefined) await choosePair(engines.inference, source, target, false);
  const outcomes: Outcomes = new Map();
  const items = await readTexts(engines, body, source, partial, outcomes);
  const lengths = new Map(items.map(({ text, characterCount }) => [text, characterCount]));
  const characterCount = texts.reduce((sum, text) => sum + (lengths.get(text) ?? 0), 0);
  return { source, items, characterCount, outcomes };
};

/**
 * Translates each distinct text once. With `partial`, a text that fails is represented by its error.
 * @throws ModelUnavailableError
 */
export const translateBatch = async (
  engines: TextEngines,
  organizationId: string,
  { texts, target, parallel = true }: BatchRequest,
  partial: boolean,
  { source, items, outcomes }: PreparedBatch,
): Promise<TranslatedBatch> => {
  await translateItems(engines, organizationId, items, { parallel, partial }, outcomes);
  const succeeded: Translated[] = [];
  const translations = texts.map((text) => {
    if (text === '') return { text, translation: '', source_language: source ?? baseLanguage(target) };
    const outcome = outcomes.get(text);
    if (outcome === undefined) throw new Error('Every text has an outcome');
    if (outcome instanceof Rejection) return failed(text, outcome);
    succeeded.push(outcome);
    return translated(outcome);
  });
  return { translations, succeeded };
};

const translated = ({ text, translation, source, route }: Translated): BatchTranslation => ({
  text,
  translation,
  source_language: source,
  ...(route === undefined ? {} : { route }),
});

const failed = (text: string, { code, message, status }: Rejection): FailedBatchItem => ({
  text,
  error: { code, message, status },
});
