import { formatElementUnit, formatTagUnit } from '#libs/documents/formats/opc/format-units.js';
import type { KnownTexts } from '#libs/documents/formats/opc/known-texts.js';
import type { OpenToken, PartReader, XmlName } from '#libs/documents/formats/opc/part-reader.js';
import { attributeTexts, attributeUnit, textElementUnit } from '#libs/documents/formats/opc/plain-units.js';
import type { TextUnit } from '#libs/documents/formats/opc/text-unit.js';
import type { TextContext } from '#libs/documents/formats/opc/unit-texts.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { TreeBuilder, type XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { Alternatives } from './alternatives.js';
import type { Relabel } from './language-tags.js';
import { type BodyWriting, bodyUnit, isTextBody, type XmlBlock } from './text-body.js';

export interface DrawingWriting extends BodyWriting {
  relabel?: Relabel;
  /** The markup in place of a picture with these words; undefined where the picture stays. `nameTag` has its alternative text. */
  inPlaceOfPicture?: ((picture: XmlElement, nameTag: string, words: string) => string | undefined) | undefined;
}

interface Block {
  kind: 'body' | 'text' | 'picture' | 'format';
  builder: TreeBuilder;
  /** The tag that has the alternative text of a picture. */
  nameTag?: OpenToken;
  context: TextContext;
  isRelabelled: boolean;
}

/**
 * The texts of a part with drawings, in their order. `shared` are texts that stand in this part, and in others that are
 * read with it, more than once, and that have to say the same everywhere.
 */
export async function* drawingUnits(
  batches: AsyncIterable<XmlToken[]>,
  reader: PartReader,
  writing: DrawingWriting,
  shared?: KnownTexts,
): AsyncGenerator<TextUnit, void> {
  const memory = new Alternatives(shared);
  const path: XmlName[] = [];
  let block: Block | undefined;

  for await (const tokens of batches) {
    for (const token of tokens) {
      if (block !== undefined) {
        const text: string | undefined = block.context.skipReason === undefined ? writing.relabel?.(token) : undefined;
        block.isRelabelled ||= text !== undefined;
        if (block.kind === 'picture' && token.kind === 'open' && token.local === 'cNvPr') {
          reader.open(token);
          block.nameTag = token;
        }
        if (!block.builder.add(text === undefined ? token : { ...token, raw: text })) continue;
        const { element, start, end } = block.builder;
        const whole = { element, start, end, isRelabelled: block.isRelabelled };
        if (block.kind === 'picture') {
          const unit = pictureUnit(whole, block.nameTag, reader, writing, memory);
          reader.close(element);
          if (unit !== undefined) yield unit;
        } else if (block.kind === 'body') yield bodyUnit(whole, block.context, memory, writing);
        else if (block.kind === 'format') yield formatElementUnit(whole, block.context, memory);
        else yield textElementUnit(whole, block.context, memory);
        block = undefined;
      } else if (token.kind === 'close') {
        const name = path.pop();
        if (name === undefined) continue;
        memory.leave(name);
        reader.close(name);
      } else if (token.kind === 'open') {
        const kind = blockKindOf(token, reader, writing);
        const { context } = reader;
        if (kind !== undefined && context !== undefined) {
          if (kind === 'picture') reader.open(token);
          block = { kind, builder: new TreeBuilder(token), context, isRelabelled: false };
          continue;
        }
        path.push(token);
        memory.enter(token);
        reader.open(token);
        const unit = tagUnit(token, reader, writing, memory);
        if (unit !== undefined) yield unit;
      }
    }
  }
}

const blockKindOf = (token: OpenToken, reader: PartReader, writing: DrawingWriting): Block['kind'] | undefined => {
  if (isTextBody(token)) return 'body';
  if (reader.isFormatCode?.(token)) return 'format';
  if (reader.isText?.(token)) return 'text';
  return writing.inPlaceOfPicture !== undefined && reader.isPicture?.(token) ? 'picture' : undefined;
};

/** A picture that gives place to its alternative text: its description before its title. */
const pictureUnit = (
  { element, start, end }: XmlBlock,
  nameTag: OpenToken | undefined,
  reader: PartReader,
  { inPlaceOfPicture }: DrawingWriting,
  memory: Alternatives,
): TextUnit | undefined => {
  const attributes = nameTag && reader.attributes?.(nameTag);
  if (nameTag === undefined || attributes === undefined) return undefined;
  const { translated, ...texts } = attributeTexts(nameTag, attributes.names, attributes.context, memory);
  return {
    ...texts,
    edit: (translations) => {
      const { tag, values } = translated(translations);
      const words = attributes.names.map((name) => values.get(name)?.trim() ?? '').find((value) => value !== '') ?? '';
      const text = inPlaceOfPicture?.(element, tag, words);
      if (text !== undefined) return { start, end, text };
      return tag === nameTag.raw ? undefined : { start: nameTag.start, end: nameTag.end, text: tag };
    },
  };
};

/** The texts and the language tag of a start tag. */
const tagUnit = (
  token: OpenToken,
  reader: PartReader,
  { relabel }: DrawingWriting,
  memory: Alternatives,
): TextUnit | undefined => {
  const isSkipped = reader.context?.skipReason !== undefined;
  const text = isSkipped ? undefined : relabel?.(token);
  const code = reader.formatCode?.(token);
  if (code !== undefined && reader.context !== undefined) return formatTagUnit(token, code, reader.context, memory);
  const attributes = reader.attributes?.(token);
  const relabelled = text === undefined ? token : { ...token, raw: text };
  if (attributes !== undefined) {
    return attributeUnit(relabelled, attributes.names, text !== undefined, attributes.context, memory);
  }
  if (text === undefined) return undefined;
  const { start, end } = token;
  return { segments: [], edit: () => ({ start, end, text }) };
};
