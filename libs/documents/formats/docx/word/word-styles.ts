import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { isWord } from './word-names.js';

interface Style {
  basedOn?: string;
  /** Whether the style makes a heading; undefined where only its base can tell. */
  isHeading?: boolean;
}

const headingName = /^(?:heading [1-9]|title|subtitle)$/i;
/** The outline level of body text. */
const bodyLevel = 9;

export const isHeadingLevel = (level: string | undefined): boolean => level !== undefined && Number(level) < bodyLevel;

const isHeading = (styles: ReadonlyMap<string, Style>, id: string): boolean => {
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !seen.has(at); ) {
    seen.add(at);
    const style = styles.get(at);
    if (style?.isHeading !== undefined) return style.isHeading;
    at = style?.basedOn;
  }
  return false;
};

/** The identifiers of the paragraph styles that make a heading, by outline level or built-in name. */
export const headingStyles = async (batches: AsyncIterable<XmlToken[]>): Promise<ReadonlySet<string>> => {
  const styles = new Map<string, Style>();
  let style: Style | undefined;
  for await (const tokens of batches) {
    for (const token of tokens) {
      if (token.kind !== 'open' || !isWord(token)) continue;
      const value = attributeOf(token.attributes, 'val');
      if (token.local === 'style') {
        style = {};
        styles.set(attributeOf(token.attributes, 'styleId') ?? '', style);
      } else if (style === undefined) continue;
      else if (token.local === 'name' && headingName.test(value ?? '')) style.isHeading ??= true;
      else if (token.local === 'basedOn') style.basedOn = value;
      else if (token.local === 'outlineLvl') style.isHeading = isHeadingLevel(value);
    }
  }
  return new Set([...styles.keys()].filter((id) => isHeading(styles, id)));
};
