import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { TreeBuilder, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import type { Relabel } from './word/language-tags.js';
import { isAlternateContent, isWord } from './word/word-names.js';

/** A paragraph with all that is in it, or a choice between paragraphs. Everything else of a story streams by. */
export interface StoryBlock {
  kind: 'block';
  element: XmlElement;
  start: number;
  end: number;
  isInTable: boolean;
  /** The kind and the id of the note or comment that it is in: `footnote 2`. */
  note: string | undefined;
  /** Whether a language tag in it has been changed. */
  isRelabelled: boolean;
}

/** A language tag outside any paragraph. */
export interface StoryEdit {
  kind: 'edit';
  start: number;
  end: number;
  text: string;
}

const notes = new Set(['footnote', 'endnote', 'comment']);

export async function* storyPieces(
  batches: AsyncIterable<XmlToken[]>,
  relabel?: Relabel,
): AsyncGenerator<StoryBlock | StoryEdit, void> {
  let block: { builder: TreeBuilder; isRelabelled: boolean } | undefined;
  let depth = 0;
  const tables: number[] = [];
  let note: string | undefined;
  for await (const tokens of batches) {
    for (const token of tokens) {
      const text = relabel?.(token);
      const relabelled = text === undefined ? token : { ...token, raw: text };
      if (block !== undefined) {
        block.isRelabelled ||= text !== undefined;
        if (!block.builder.add(relabelled)) continue;
        const { element, start, end } = block.builder;
        yield {
          kind: 'block',
          element,
          start,
          end,
          isInTable: tables.length > 0,
          note,
          isRelabelled: block.isRelabelled,
        };
        block = undefined;
      } else if (token.kind === 'close') {
        if (tables.at(-1) === depth) tables.pop();
        depth -= 1;
      } else if (token.kind === 'open' && (isWord(token, 'p') || isAlternateContent(token))) {
        block = { builder: new TreeBuilder(token), isRelabelled: false };
      } else {
        if (token.kind === 'open') {
          depth += 1;
          if (isWord(token, 'tbl')) tables.push(depth);
          if (isWord(token) && notes.has(token.local)) note = `${token.local} ${attributeOf(token.attributes, 'id')}`;
        }
        if (text !== undefined) yield { kind: 'edit', start: token.start, end: token.end, text };
      }
    }
  }
}
