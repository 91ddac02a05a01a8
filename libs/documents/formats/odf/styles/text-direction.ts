import { putAttribute, withAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { odfAttribute, odfName, odfValue, prefixOf } from '../odf-names.js';

type Tag = XmlToken & { kind: 'open' };
type Change = 'toRightToLeft' | 'toLeftToRight';

const turnedModes: Record<Change, ReadonlyMap<string, string>> = {
  toRightToLeft: new Map([
    ['lr-tb', 'rl-tb'],
    ['lr', 'rl-tb'],
  ]),
  toLeftToRight: new Map([
    ['rl-tb', 'lr-tb'],
    ['rl', 'lr-tb'],
  ]),
};
/** LibreOffice takes `start` for left and `end` for right, whatever the direction of the text. */
const otherSide: ReadonlyMap<string, string> = new Map([
  ['start', 'right'],
  ['end', 'left'],
  ['left', 'right'],
  ['right', 'left'],
]);
const foNamespace = 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0';
const turnedName = /^style:(?:paragraph|page-layout|table|section|graphic)-properties$/;
/** Defaults of these families are those of text outside cells, whose side the type of their value decides. */
const textFamilies = new Set(['paragraph', 'graphic']);

/** Turns the direction of pages, sheets and paragraphs round, tag by tag in the order of a part. */
export class DirectionRewrite {
  /** The family of the default style that the tags are in. */
  private defaultFamily: string | undefined;
  /** The prefix of the namespace with `text-align`. */
  private fo: string | undefined;

  constructor(private readonly change: Change) {}

  /** The new markup of a tag, undefined where it stays as it is. */
  rewrite(tag: Tag): string | undefined {
    const name = odfName(tag);
    this.fo ??= tag.attributes.find(({ name, value }) => name.startsWith('xmlns:') && value === foNamespace)?.local;
    if (name === 'style:default-style') this.defaultFamily = odfValue(tag.attributes, 'style:family');
    else if (name === 'style:style' || name === 'style:page-layout') this.defaultFamily = undefined;
    if (!turnedName.test(name)) return undefined;
    const turned = this.turned(tag);
    const raw = name === 'style:paragraph-properties' ? this.aligned(turned, tag) : turned;
    return raw === tag.raw ? undefined : raw;
  }

  private turned(tag: Tag): string {
    const mode = odfAttribute(tag.attributes, 'style:writing-mode');
    const turned = turnedModes[this.change].get(mode?.value ?? 'lr-tb');
    if (turned === undefined) return tag.raw;
    if (mode !== undefined) return withAttribute(tag.raw, mode.name, turned);
    if (this.defaultFamily === undefined || odfName(tag) !== 'style:paragraph-properties') return tag.raw;
    return putAttribute(tag.raw, tag.attributes, `${prefixOf(tag)}writing-mode`, turned);
  }

  private aligned(raw: string, { attributes }: Tag): string {
    const align = odfAttribute(attributes, 'fo:text-align');
    if (align !== undefined) {
      const side = otherSide.get(align.value);
      return side === undefined ? raw : withAttribute(raw, align.name, side);
    }
    const isDefault = this.fo !== undefined && textFamilies.has(this.defaultFamily ?? '');
    if (!isDefault || this.change === 'toLeftToRight') return raw;
    return putAttribute(raw, attributes, `${this.fo}:text-align`, 'right');
  }
}
