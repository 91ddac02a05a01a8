import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { PdfFile } from '../objects/pdf-file.js';
import { type PdfDictionary, textOf } from '../objects/pdf-values.js';

/** Those of Adobe that PDF knows (9.7.5.2), and the newer one of Korean. */
const known: ReadonlySet<string> = new Set(['Adobe-Japan1', 'Adobe-GB1', 'Adobe-CNS1', 'Adobe-Korea1', 'Adobe-KR']);

const texts = new Map<string, readonly string[]>();

const textsOf = (name: string): readonly string[] => {
  const read = texts.get(name);
  if (read) return read;
  const packed = readFileSync(new URL(`./character-collections/${name}.bin`, import.meta.url));
  const lines = gunzipSync(packed).toString().split('\n');
  texts.set(name, lines);
  return lines;
};

/** The texts of the CIDs of a CIDFont by its collection; undefined where that has its numbers for itself (`Identity`). */
export const collectionOf = (
  file: PdfFile,
  descendant: PdfDictionary,
): ((cid: number) => string | undefined) | undefined => {
  const info = file.dictionary(descendant.get('CIDSystemInfo'));
  const [registry, ordering] = ['Registry', 'Ordering'].map((key) => textOf(file.resolve(info?.get(key))) ?? '');
  const name = `${registry}-${ordering}`;
  return known.has(name) ? (cid) => textsOf(name)[cid] || undefined : undefined;
};
