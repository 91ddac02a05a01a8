// Packs Adobe's maps from CIDs to Unicode for the reader of PDF: `node scripts/character-collections.mjs FOLDER`, which
// has the files of mapping-resources-pdf, in folders of their own or not. It reads them by the built program.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const fonts = 'libs/documents/formats/pdf/fonts';
const root = join(import.meta.dirname, '..');
const maxCid = 0xffff;

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the maps.');
const { parseCMap } = await import(join(root, 'dist', fonts, 'cmap.js'));

for (const file of readdirSync(folder, { recursive: true })) {
  const [, name] = /(?:^|\/)(Adobe-\w+)-UCS2$/.exec(file) ?? [];
  if (name === undefined) continue;
  const map = parseCMap(readFileSync(join(folder, file)));
  const texts = Array.from({ length: maxCid + 1 }, (_, cid) => map.lookUp(cid)?.replace('\ufffd', '') ?? '');
  const lines = texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
  writeFileSync(join(root, fonts, 'character-collections', `${name}.bin`), gzipSync(lines.join('\n'), { level: 9 }));
}
