import type { FormatOptions, FormatWarning, SkippedText } from '#libs/documents/formats/format.port.js';
import {
  type ComparedText,
  type ComparedTexts,
  reachingOut,
  stayingReasons,
} from '#libs/documents/formats/formulas/compared-texts.js';
import type { Terms } from '#libs/documents/formats/formulas/terms.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import { plainStrings, stringTexts } from './parts/shared-strings.js';
import { plainCells, sheetPieces } from './sheet/sheet-pieces.js';
import type { SheetZone } from './sheet/sheet-zone.js';
import type { StringUsage } from './string-usage.js';
import { readRichText } from './text/rich-text.js';
import { partsOfType, type Sheet, type XlsxPackage } from './xlsx-package.js';

/** A sheet as the survey has read it. */
export interface ReadSheet {
  sheet: Sheet;
  part: string;
  zone(): SheetZone;
  /** Whether it is translated, or some cells of it are, since they are shown elsewhere. */
  hasTranslation: boolean;
  hasInlineTexts: boolean;
  /** Cells with shared strings that are hidden, or outside the page range. */
  untranslated: number;
}

export interface MeetingTexts {
  xlsx: XlsxPackage;
  options: FormatOptions;
  usage: StringUsage;
  terms: Terms;
  compared: ComparedTexts;
  sheets: readonly ReadSheet[];
}

const inlineTexts = { blocks: new Set(['is']), tags: new Set<string>() };
/** No element but cells. */
const noElements = { blocks: new Set<string>(), tags: new Set<string>() };

/**
 * Makes terms of the texts of cells that formulas compare. Hidden cells with such a text are translated with the others,
 * since formulas see no difference between them; where cells outside the page range have it, it stays everywhere.
 * @returns what stays for that, and what formulas cannot be made to follow
 */
export const meetTexts = async (book: MeetingTexts): Promise<{ skipped: SkippedText[]; warnings: FormatWarning[] }> => {
  const { compared, terms, usage } = book;
  const places = new Map<ComparedText, TextPlaces>();
  if (compared.seeksTexts) {
    for (const text of [...terms.all]) compared.meet(text, { isTranslated: true, stays: false });
    await meetStrings(book, places);
    await meetInlineTexts(book, places);
  }
  const skipped: SkippedText[] = [];
  /** Whether hidden cells are translated now. */
  let isJoined = compared.comparesCells && usage.translateDivided();
  for (const text of compared.met) {
    const { part = '', strings = [], inline = 0 } = places.get(text) ?? {};
    terms.compare(text.spellings, part, text.stays !== undefined);
    if (text.stays === undefined) {
      for (const index of strings) if (usage.translateAll(index)) isJoined = true;
      continue;
    }
    const count = strings.filter((index) => usage.cellsOf(index)?.isTranslated).length + inline;
    skipped.push({ part, reason: stayingReasons[text.stays], count });
    for (const index of strings) usage.keepAll(index);
  }
  if (isJoined) for (const sheet of book.sheets) sheet.untranslated = await untranslatedCells(book, sheet);
  const reaching = compared.comparesCells && usage.hasDivided ? [reachingOut] : [];
  return { skipped: merged(skipped), warnings: [...compared.warnings, ...reaching] };
};

/** Where cells with a text are: the part of the first, the numbers of its shared strings, and how many hold it themselves. */
interface TextPlaces {
  part: string;
  strings: number[];
  inline: number;
}

const placesOf = (places: Map<ComparedText, TextPlaces>, text: ComparedText, part: string): TextPlaces => {
  const found = places.get(text) ?? { part, strings: [], inline: 0 };
  places.set(text, found);
  return found;
};

const meetStrings = async ({ xlsx, usage, compared }: MeetingTexts, places: Map<ComparedText, TextPlaces>) => {
  let index = -1;
  for (const { entry } of partsOfType(xlsx, 'sharedStrings')) {
    for await (const text of stringTexts(partTokens(xlsx.archive, entry, plainStrings))) {
      index += 1;
      const cells = usage.cellsOf(index);
      const met = cells && compared.meet(text, cells);
      if (met !== undefined) placesOf(places, met, entry.name).strings.push(index);
    }
  }
};

const meetInlineTexts = async (book: MeetingTexts, places: Map<ComparedText, TextPlaces>) => {
  for await (const { text, sheet, part, isTranslated } of inlineTextsOf(book)) {
    const stays = !isTranslated && useOfKept(sheet) === 'outside';
    const met = book.compared.meet(text, { isTranslated, stays });
    if (met !== undefined && isTranslated) placesOf(places, met, part).inline += 1;
  }
};

/** The texts that cells hold themselves. */
export async function* inlineTextsOf(
  book: Pick<MeetingTexts, 'xlsx' | 'options' | 'sheets'>,
): AsyncGenerator<{ text: string; sheet: Sheet; part: string; isTranslated: boolean }, void> {
  for (const { sheet, part, zone, hasTranslation, hasInlineTexts } of book.sheets) {
    if (!hasInlineTexts || sheet.entry === undefined) continue;
    const tokens = partTokens(book.xlsx.archive, sheet.entry);
    for await (const pieces of sheetPieces(tokens, zone(), inlineTexts)) {
      for (const piece of pieces) {
        if (piece.kind !== 'block') continue;
        const isTranslated = hasTranslation && (piece.isShown || book.options.hidden);
        yield { text: readRichText(piece.element).plain, sheet, part, isTranslated };
      }
    }
  }
}

/** Why cells of a sheet stay that are not translated. */
export const useOfKept = ({ isTranslated, isHidden }: Sheet): 'hidden' | 'outside' =>
  isTranslated || isHidden ? 'hidden' : 'outside';

/** The cells of a sheet that stay, once it is known which hidden ones are translated with others. */
const untranslatedCells = async (
  { xlsx, options, usage }: MeetingTexts,
  { sheet, zone, hasTranslation, untranslated }: ReadSheet,
): Promise<number> => {
  if (untranslated === 0 || sheet.entry === undefined) return untranslated;
  let count = 0;
  for await (const pieces of sheetPieces(partTokens(xlsx.archive, sheet.entry, plainCells), zone(), noElements)) {
    for (const piece of pieces) {
      if (piece.kind !== 'string') continue;
      const isTranslated = (hasTranslation && (piece.isShown || options.hidden)) || usage.isTranslated(piece.index);
      if (!isTranslated) count += 1;
    }
  }
  return count;
};

const merged = (skipped: readonly SkippedText[]): SkippedText[] => {
  const byReason = new Map<string, SkippedText>();
  for (const each of skipped) {
    const key = `${each.part} ${each.reason}`;
    byReason.set(key, { ...each, count: each.count + (byReason.get(key)?.count ?? 0) });
  }
  return [...byReason.values()];
};
