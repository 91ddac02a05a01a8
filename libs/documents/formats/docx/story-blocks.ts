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

/** Properties outside any paragraph: those of a table, of a section, of a control, styles, and the place of another file's text. */
export interface StoryProperties {
  kind: 'properties';
  element: XmlElement;
  start: number;
  end: number;
  isRelabelled: boolean;
}

/** A language tag elsewhere. */
export interface StoryEdit {
  kind: 'edit';
  start: number;
  end: number;
  text: string;
}

/** The end of a control outside any paragraph, whose properties came before. */
export interface ControlEnd {
  kind: 'controlEnd';
}

export type StoryPiece = StoryBlock | StoryProperties | StoryEdit | ControlEnd;

const notes = new Set(['footnote', 'endnote', 'comment']);
const properties = new Set(['tblPr', 'sectPr', 'sdtPr', 'style', 'pPrDefault', 'rPrDefault', 'altChunk']);

export async function* storyPieces(
  batches: AsyncIterable<XmlToken[]>,
  relabel?: Relabel,
): AsyncGenerator<StoryPiece, void> {
  let whole: { builder: TreeBuilder; isRelabelled: boolean } | undefined;
  let depth = 0;
  const tables: number[] = [];
  const controls: number[] = [];
  let note: string | undefined;
  for await (const tokens of batches) {
    for (const token of tokens) {
      const text = relabel?.(token);
      const relabelled = text === undefined ? token : { ...token, raw: text };
      if (whole !== undefined) {
        whole.isRelabelled ||= text !== undefined;
        if (!whole.builder.add(relabelled)) continue;
        const { element, start, end } = whole.builder;
        const piece = { element, start, end, isRelabelled: whole.isRelabelled };
        if (isProperties(element)) {
          if (isWord(element, 'sdtPr')) controls.push(depth);
          yield { kind: 'properties', ...piece };
        } else yield { kind: 'block', ...piece, isInTable: tables.length > 0, note };
        whole = undefined;
      } else if (token.kind === 'close') {
        if (tables.at(-1) === depth) tables.pop();
        if (controls.at(-1) === depth) {
          controls.pop();
          yield { kind: 'controlEnd' };
        }
        depth -= 1;
      } else if (token.kind === 'open' && (isWord(token, 'p') || isAlternateContent(token) || isProperties(token))) {
        whole = { builder: new TreeBuilder(token), isRelabelled: false };
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

const isProperties = (element: { uri: string; local: string }): boolean =>
  isWord(element) && properties.has(element.local);
