import type { PdfFile } from '../objects/pdf-file.js';
import { latin1 } from '../objects/pdf-tokens.js';
import { nameOf, type PdfDictionary, PdfStream } from '../objects/pdf-values.js';
import { encodingOfCodedNames } from './coded-names.js';
import { encodingOfCompactFont } from './compact-font.js';
import { textOfGlyphName } from './glyph-names.js';
import { type SimpleEncoding, standardEncoding } from './standard-encoding.js';

const codePage = (name: string): SimpleEncoding => {
  const decoder = new TextDecoder(name);
  return Array.from({ length: 256 }, (_, code) => (code < 0x20 ? undefined : decoder.decode(Uint8Array.of(code))));
};

const windowsEncoding = codePage('windows-1252');
const macintoshEncoding = codePage('macintosh');

const encodingNamed = (name: string | undefined): SimpleEncoding | undefined => {
  if (name === 'WinAnsiEncoding') return windowsEncoding;
  if (name === 'MacRomanEncoding') return macintoshEncoding;
  return name === 'StandardEncoding' ? standardEncoding : undefined;
};

const isSymbolic = 4;

/** The encoding of a Type 1, TrueType or Type 3 font (9.6.6). */
export const simpleEncodingOf = (file: PdfFile, font: PdfDictionary): SimpleEncoding => {
  const subtype = file.name(font.get('Subtype'));
  const name = file.name(font.get('BaseFont')) ?? '';
  const descriptor = file.dictionary(font.get('FontDescriptor'));
  const flags = file.number(descriptor?.get('Flags')) ?? 0;
  const given = file.resolve(font.get('Encoding'));
  const dictionary = file.dictionary(font.get('Encoding'));
  const named = encodingNamed(nameOf(given) ?? file.name(dictionary?.get('BaseEncoding')));
  const isPicture = /symbol|dingbat|wingding|webding/i.test(name) || subtype === 'Type3';
  const own = named ?? builtIn(file, descriptor);
  const usual = subtype === 'TrueType' ? windowsEncoding : standardEncoding;
  const base = own ?? (isPicture || (subtype !== 'TrueType' && (flags & isSymbolic) !== 0) ? [] : usual);
  const encoding = Array.from({ length: 256 }, (_, code) => base[code]);
  const names = new Map<number, string>();
  let code = 0;
  for (const item of file.array(dictionary?.get('Differences')) ?? []) {
    const value = file.resolve(item);
    if (typeof value === 'number') code = value;
    else {
      const glyph = nameOf(value);
      if (glyph !== undefined && code >= 0 && code < 256) names.set(code, glyph);
      code += 1;
    }
  }
  for (const [at, glyph] of names) encoding[at] = textOfGlyphName(glyph);
  if (subtype !== 'Type3') return encoding;
  for (const [at, glyph] of names) if (glyph === '.notdef') names.delete(at);
  return encodingOfCodedNames(names) ?? encoding;
};

/** The encoding that a Type 1 font programme has within itself, as a compact font or in its first, readable part. */
const builtIn = (file: PdfFile, descriptor: PdfDictionary | undefined): SimpleEncoding | undefined => {
  const compact = file.resolve(descriptor?.get('FontFile3'));
  if (compact instanceof PdfStream && file.name(compact.dictionary.get('Subtype')) === 'Type1C')
    return encodingOfCompactFont(file.streamData(compact));
  const programme = file.resolve(descriptor?.get('FontFile'));
  if (!(programme instanceof PdfStream)) return undefined;
  const length = file.number(programme.dictionary.get('Length1')) ?? 0;
  const text = latin1(file.streamData(programme).subarray(0, Math.min(length, 65_536)));
  if (text.includes('/Encoding StandardEncoding')) return standardEncoding;
  const encoding: (string | undefined)[] = [];
  for (const [, code, glyph] of text.matchAll(/\bdup\s{1,8}(\d{1,3})\s{0,8}\/([^\s/]{1,64})\s{1,8}put\b/g))
    encoding[Number(code)] = textOfGlyphName(glyph ?? '');
  return encoding.length > 0 ? encoding : undefined;
};
