import { putAttribute } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { odfName, odfValue } from '../odf-names.js';

type Tag = XmlToken & { kind: 'open' };

const drawNamespace = 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0';
const shapeFamilies = new Set(['graphic', 'presentation']);

/**
 * Lets programs make text smaller where it is too long for its shape, instead of letting the shape grow over those below. Text that fits
 * looks as it did. Shapes that are as wide as their text stay.
 */
export class FittedText {
  private draw: string | undefined;
  private isAutomatic = false;
  private family: string | undefined;

  /** The markup of a tag whose own is `raw`, which may have been changed already; undefined where it stays. */
  rewrite(raw: string, tag: Tag): string | undefined {
    const name = odfName(tag);
    const { attributes } = tag;
    this.draw ??= attributes.find(({ name, value }) => name.startsWith('xmlns:') && value === drawNamespace)?.local;
    if (/^office:(?:automatic-|master-)?styles$/.test(name)) this.isAutomatic = name === 'office:automatic-styles';
    else if (name === 'style:style') this.family = odfValue(attributes, 'style:family');
    const isOfShape = this.isAutomatic && shapeFamilies.has(this.family ?? '');
    if (name !== 'style:graphic-properties' || !isOfShape || this.draw === undefined) return undefined;
    const isFree = (odfValue(attributes, 'draw:fit-to-size') ?? 'false') === 'false';
    const isOneLine =
      odfValue(attributes, 'draw:auto-grow-width') === 'true' || odfValue(attributes, 'fo:wrap-option') === 'no-wrap';
    if (!isFree || isOneLine) return undefined;
    const fitted = putAttribute(raw, attributes, `${this.draw}:fit-to-size`, 'shrink-to-fit');
    return putAttribute(fitted, attributes, `${this.draw}:auto-grow-height`, 'false');
  }
}
