import { attributeOf } from '#libs/documents/formats/xml/xml-attributes.js';
import type { XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import { isWord } from './word-names.js';

interface Style {
  basedOn?: string;
  /** Whether the style makes a heading; undefined where only its base can tell. */
  isHeading?: boolean;
  /** Whether text of the style is hidden; undefined where only its base can tell. */
  isHidden?: boolean;
}

/** Identifiers of styles. */
export interface WordStyles {
  /** Paragraph styles that make a heading, by outline level or built-in name. */
  headings: ReadonlySet<string>;
  /** Styles whose text is hidden. */
  hidden: ReadonlySet<string>;
}

export const noStyles: WordStyles = { headings: new Set(), hidden: new Set() };

const headingName = /^(?:heading [1-9]|title|subtitle)$/i;
/** The outline level of body text. */
const bodyLevel = 9;

export const isHeadingLevel = (level: string | undefined): boolean => level !== undefined && Number(level) < bodyLevel;

const off = new Set(['0', 'false', 'off', 'none']);

/** Whether a property that is on by being there is on. */
export const isOnValue = (value: string | undefined): boolean => !off.has(value ?? '');

/** The identifiers of the styles that have a trait, or take it from the style that they are based on. */
const having = (styles: ReadonlyMap<string, Style>, trait: 'isHeading' | 'isHidden'): ReadonlySet<string> => {
  const has = (id: string): boolean => {
    const seen = new Set<string>();
    for (let at: string | undefined = id; at !== undefined && !seen.has(at); ) {
      seen.add(at);
      const style = styles.get(at);
      if (style?.[trait] !== undefined) return style[trait];
      at = style?.basedOn;
    }
    return false;
  };
  return new Set([...styles.keys()].filter(has));
};

export const wordStyles = async (batches: AsyncIterable<XmlToken[]>): Promise<WordStyles> => {
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
      else if (token.local === 'vanish') style.isHidden = isOnValue(value);
    }
  }
  return { headings: having(styles, 'isHeading'), hidden: having(styles, 'isHidden') };
};
