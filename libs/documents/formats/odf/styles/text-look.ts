import type { XmlElement } from '#libs/documents/formats/xml/xml-tree.js';

/** How text looks within the spans around it. Text in the same look needs no tag between. */
export interface TextLook {
  /** Equal for spans that look the same; empty for text outside any span. */
  key: string;
  /** From the outside in; those that show nothing are left out. */
  spans: readonly XmlElement[];
  /** Whether white space shows: underlined, struck out, shaded. */
  showsBlanks: boolean;
  isHidden: boolean;
}

export const plainLook: TextLook = { key: '', spans: [], showsBlanks: false, isHidden: false };
