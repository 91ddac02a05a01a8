import type { Segment } from '#libs/text/segments/segment.js';
import {
  defaultFormatOptions,
  defaultMergeOptions,
  type ExtractedSegment,
  type FormatOptions,
  type MergeOptions,
} from '../format.port.js';
import { memoryFile } from '../source-file.js';
import { rtfFormat } from './rtf.format.js';

const fonts =
  '{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 Arial;}{\\f2\\fcharset2 Symbol;}{\\f3\\fcharset128 Gothic;}}';
const styles = '{\\stylesheet{\\s0 Normal;}{\\s1 heading 1;}{\\s2\\outlinelevel1 Mine;}{\\*\\cs3 title;}}';

/** A document with this body, its fonts Western, Cyrillic, of signs, and Japanese. */
export const rtfOf = (body: string): string => `{\\rtf1\\ansi\\ansicpg1252\\uc1\\deff0${fonts}${styles}\\pard ${body}}`;

const fileOf = (rtf: string) => memoryFile(Buffer.from(rtf, 'latin1'));

export const extracted = async (body: string, options: Partial<FormatOptions> = {}): Promise<ExtractedSegment[]> => {
  const segments: ExtractedSegment[] = [];
  const all = { ...defaultFormatOptions, ...options };
  for await (const batch of rtfFormat.extract(fileOf(rtfOf(body)), all)) segments.push(...batch);
  return segments;
};

/** `[1]` and `[/1]` for a pair, `[1/]` for a single tag. */
export const shown = (parts: Segment): string =>
  parts
    .map((part) => {
      if ('text' in part) return part.text;
      return part.kind === 'open' ? `[${part.id}]` : part.kind === 'close' ? `[/${part.id}]` : `[${part.id}/]`;
    })
    .join('');

export const textsOf = async (body: string, options?: Partial<FormatOptions>): Promise<string[]> =>
  (await extracted(body, options)).map(({ parts }) => shown(parts));

const read = (text: string): Segment =>
  text.split(/(\[\/?\d+\/?\])/).flatMap((piece): Segment => {
    const id = Number(/\d+/.exec(piece)?.[0]);
    if (/^\[\d+\]$/.test(piece)) return [{ kind: 'open', id }];
    if (/^\[\/\d+\]$/.test(piece)) return [{ kind: 'close', id }];
    if (/^\[\d+\/\]$/.test(piece)) return [{ kind: 'single', id }];
    return piece === '' ? [] : [{ kind: 'text', text: piece }];
  });

/** A document with these translations, written as `textsOf` shows them. */
export const mergedFile = async (
  document: string,
  translations: readonly string[],
  options: Partial<MergeOptions> = {},
): Promise<string> => {
  const all = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'es', ...options };
  const answers = (async function* () {
    for (const translation of translations) yield read(translation);
    return undefined;
  })();
  let rtf = '';
  for await (const chunk of rtfFormat.merge(fileOf(document), all, answers))
    rtf += Buffer.from(chunk).toString('latin1');
  return rtf;
};

/** The body of a document with these translations. */
export const merged = async (
  body: string,
  translations: readonly string[],
  options: Partial<MergeOptions> = {},
): Promise<string> => {
  const rtf = await mergedFile(rtfOf(body), translations, options);
  return rtf.slice(rtf.indexOf('\\pard') + 5, -1).replace(/^ /, '');
};
