// Packs Adobe's maps from CIDs to Unicode for the reader of PDF: `node scripts/character-collections.mjs FOLDER`, which
// has the files of mapping-resources-pdf, in folders of their own or not.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const target = join(import.meta.dirname, '../libs/documents/formats/pdf/fonts/character-collections');
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the maps.');

const utf16 = new TextDecoder('utf-16be');
const textOf = (hex) => utf16.decode(Buffer.from(hex, 'hex'));

const rangeOf = (from, to, first) =>
  Array.from({ length: to - from + 1 }, (_, by) => [
    from + by,
    first.slice(0, -1) + String.fromCharCode(first.charCodeAt(first.length - 1) + by),
  ]);

/** Pairs of a CID and its text. */
const mappingsIn = (map) => {
  const pairs = [];
  for (const [, section] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, cid, text] of section.matchAll(/<(\w+)>\s*<(\w+)>/g))
      pairs.push([Number.parseInt(cid, 16), textOf(text)]);
  for (const [, section] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from, to, first, list] of section.matchAll(/<(\w+)>\s*<(\w+)>\s*(?:<(\w+)>|\[([^\]]*)\])/g)) {
      const start = Number.parseInt(from, 16);
      if (first !== undefined) pairs.push(...rangeOf(start, Number.parseInt(to, 16), textOf(first)));
      else
        for (const [at, [, text]] of [...list.matchAll(/<(\w+)>/g)].entries()) pairs.push([start + at, textOf(text)]);
    }
  return pairs;
};

for (const file of readdirSync(folder, { recursive: true })) {
  const [, name] = /(?:^|\/)(Adobe-\w+)-UCS2$/.exec(file) ?? [];
  if (name === undefined) continue;
  const lines = [];
  for (const [cid, text] of mappingsIn(readFileSync(join(folder, file), 'latin1')))
    if (text !== '\ufffd') lines[cid] = text;
  writeFileSync(
    join(target, `${name}.bin`),
    gzipSync(Array.from(lines, (text) => text ?? '').join('\n'), { level: 9 }),
  );
}
