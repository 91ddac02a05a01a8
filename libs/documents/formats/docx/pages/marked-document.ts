import { markOf } from '#libs/documents/formats/layout/page-marks.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import { rewrittenPart } from '#libs/documents/formats/opc/rewritten-part.js';
import { type XmlEdit } from '#libs/documents/formats/xml/xml-splice.js';
import { serialize } from '#libs/documents/formats/xml/xml-tree.js';
import { copyArchive } from '#libs/documents/formats/zip/zip-copy.js';
import type { DocxPackage } from '../docx-package.js';
import { type StoryPiece, storyPieces } from '../story-blocks.js';
import { firstTextRun } from './first-text.js';

/** Where the ids of our bookmarks begin, far above those that programs give out. */
const firstId = 1_000_000_000;

/** The document with a bookmark before the first text of each paragraph. */
export const markedDocument = ({ archive, document }: DocxPackage): AsyncGenerator<Uint8Array, void> =>
  copyArchive(archive, async (entry) =>
    entry === document
      ? await rewrittenPart(archive, entry, bookmarks(storyPieces(partTokens(archive, entry))))
      : undefined,
  );

async function* bookmarks(pieces: AsyncIterable<StoryPiece>): AsyncGenerator<XmlEdit, void> {
  let paragraph = -1;
  for await (const piece of pieces) {
    if (piece.kind !== 'block') continue;
    paragraph += 1;
    const run = firstTextRun(piece.element);
    if (run === undefined) continue;
    const id = `m:id="${firstId + paragraph}"`;
    const start = `<m:bookmarkStart xmlns:m="${run.uri}" ${id} m:name="${markOf(paragraph)}"/>`;
    const end = `<m:bookmarkEnd xmlns:m="${run.uri}" ${id}/>`;
    const marked = new Map([[run, `${start}${end}${serialize(run)}`]]);
    yield { start: piece.start, end: piece.end, text: serialize(piece.element, marked) };
  }
}
