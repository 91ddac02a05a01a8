import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { elementOfTag, TreeBuilder, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { odfName, odfValue } from '../odf-names.js';
import type { StyleBook } from '../styles/style-book.js';
import { linkOf } from './link-cell.js';
import type { Scope, Scopes } from './scope.js';
import { shownAttributes } from './shown-attributes.js';
import { isTextBlock } from './text-blocks.js';

/** New markup for a start tag, or undefined where it stays as it is. */
export type TagRewrite = (token: XmlToken & { kind: 'open' }) => string | undefined;

/** An element with text, or a start tag with text in its attributes. Everything else of a part streams by. */
export interface PartBlock {
  element: XmlElement;
  scope: Scope;
  start: number;
  end: number;
  /** Whether a start tag in it has been rewritten. */
  isRewritten: boolean;
}

interface Walk {
  scope: Scope;
  scopes: Scopes;
  book: StyleBook;
  rewrite?: TagRewrite | undefined;
  /** Whether each frame that stands on a slide or a sheet by itself is a block, with all that is in it. */
  framesAreBlocks?: boolean | undefined;
  /** Whether each cell is a block. */
  cellsAreBlocks?: boolean | undefined;
}

/** The blocks of a part, in order. Its styles are added to the book before anything that uses them is met. */
export async function* partBlocks(
  batches: AsyncIterable<XmlToken[]>,
  { scope, scopes, book, rewrite, framesAreBlocks = false, cellsAreBlocks = false }: Walk,
): AsyncGenerator<PartBlock, void> {
  const outer: Scope[] = [];
  const names: string[] = [];
  let current = scope;
  let block: { builder: TreeBuilder; scope: Scope; isRewritten: boolean } | undefined;
  for await (const tokens of batches) {
    for (const source of tokens) {
      const raw = source.kind === 'open' ? rewrite?.(source) : undefined;
      const token = raw === undefined ? source : { ...source, raw };
      if (block !== undefined) {
        block.isRewritten ||= raw !== undefined;
        if (!block.builder.add(token)) continue;
        const { element, start, end } = block.builder;
        yield { element, start, end, scope: block.scope, isRewritten: block.isRewritten };
        block = undefined;
      } else if (token.kind === 'close') {
        current = outer.pop() ?? scope;
        names.pop();
      } else if (token.kind === 'open') {
        book.read(token);
        const inside = scopes.enter(current, token);
        const isFrame = framesAreBlocks && odfName(token) === 'draw:frame' && holdsFrames(names.at(-1) ?? '');
        if (isFrame || isBlock(token) || (cellsAreBlocks && isCell(odfName(token))))
          block = { builder: new TreeBuilder(token), scope: inside, isRewritten: raw !== undefined };
        else {
          outer.push(current);
          names.push(odfName(token));
          current = inside;
          if (raw !== undefined || shownAttributes.has(odfName(token))) {
            const { start, end } = token;
            yield { element: elementOfTag(token), scope: inside, start, end, isRewritten: raw !== undefined };
          }
        }
      }
    }
  }
}

const holdsFrames = (name: string): boolean => name === 'draw:page' || name === 'table:shapes' || isCell(name);

export const isCell = (name: string): boolean => name === 'table:table-cell' || name === 'table:covered-table-cell';

const isBlock = (token: XmlToken & { kind: 'open' }): boolean => {
  const name = odfName(token);
  if (name !== 'table:table-cell') return isTextBlock(name);
  return odfValue(token.attributes, 'office:string-value') !== undefined || linkOf(token.attributes) !== undefined;
};
