import { FormatError } from '#libs/documents/formats/format.errors.js';
import type { XmlAttribute, XmlToken } from '#libs/documents/formats/xml/xml-tokens.js';
import type { XmlElement } from '#libs/documents/formats/xml/xml-tree.js';
import { odfName, odfValue } from '../odf-names.js';
import type { TextLook } from './text-look.js';

interface Style {
  parent: string | undefined;
  isAutomatic: boolean;
  /** The look that its text properties give; empty where they give none. */
  look: string;
  showsBlanks: boolean;
  /** Whether text, a sheet or a slide is hidden; undefined where only the parent can tell. */
  isHidden: boolean | undefined;
  /** Whether a paragraph begins or ends a page; undefined where only the parent can tell. */
  breaksPage: boolean | undefined;
  /** Whether a paragraph or a table begins on a new page; undefined where only the parent can tell. */
  beginsPage: boolean | undefined;
}

/** Styles, and UTF-16 units of their looks, that are held of one document. */
const maxStyles = 200_000;
const maxLookLength = 32 * 1024 ** 2;

/** Properties of language, of revisions and of fine print: a reader never sees them. */
const invisible =
  /^officeooo:|^(?:fo|style):(?:language|country|script|rfc-language-tag)(?:-asian|-complex)?$|^fo:hyphenat|^style:letter-kerning$/;
const nothing = new Set([
  'fo:background-color=transparent',
  'loext:char-shading-value=0',
  'fo:letter-spacing=normal',
  'style:text-scale=100%',
]);
const showsOnBlanks = /^style:text-(?:underline|line-through|overline)-style=(?!none$)|^fo:background-color=/;

/** Converters from PDF give each word its own letter spacing, up to about a point. */
const isSmallSpacing = ({ local, value }: XmlAttribute): boolean => {
  const [, amount = '', unit = ''] = /^(-?[\d.]{1,12})(pt|in|cm|mm)$/.exec(value) ?? [];
  const points = { pt: 1, in: 72, cm: 28.3, mm: 2.83 }[unit];
  return local === 'letter-spacing' && points !== undefined && Math.abs(Number(amount) * points) <= 1;
};

const shown = (attributes: readonly XmlAttribute[]): string[] =>
  attributes
    .filter((attribute) => !invisible.test(odfName(attribute)) && !isSmallSpacing(attribute))
    .map((attribute) => `${odfName(attribute)}=${attribute.value}`)
    .filter((property) => !nothing.has(property))
    .sort();

const headingName = /^(?:Title|Subtitle|Heading(?:_20_\d{1,2})?)$/;

/** The styles of a document, as far as they matter to its text. Styles stand before the text that uses them. */
export class StyleBook {
  private readonly styles = new Map<string, Style>();
  private current: Style | undefined;
  private lookLength = 0;
  private isAutomatic = false;

  /** @param base the styles of another part that can be used as well; `readsHidden`: whether hidden words are read as all others are */
  constructor(
    private readonly base?: StyleBook,
    private readonly readsHidden = false,
  ) {}

  /** Takes the next start tag of a part. @throws FormatError where there are too many styles */
  read(token: XmlToken & { kind: 'open' }): void {
    const name = odfName(token);
    if (name === 'office:automatic-styles' || name === 'office:styles') {
      this.isAutomatic = name === 'office:automatic-styles';
    } else if (name === 'style:style') this.begin(token.attributes);
    else if (/^style:.+-properties$/.test(name)) this.properties(name, token.attributes);
  }

  /** The look of text in a span, within another look. */
  within(outer: TextLook, span: XmlElement): TextLook {
    const name = odfValue(span.attributes, 'text:style-name');
    const style = name === undefined ? undefined : this.find('text', name);
    const look = style === undefined ? `?${name ?? ''}` : this.lookOf(style, name ?? '');
    const isHidden = !this.readsHidden && (outer.isHidden || (style !== undefined && this.hides(style, 'text')));
    if (look === '' || name === undefined) return { ...outer, isHidden };
    return {
      key: `${outer.key}|${look}`,
      spans: [...outer.spans, span],
      showsBlanks: outer.showsBlanks || (style?.showsBlanks ?? false),
      isHidden,
    };
  }

  /** Whether what has this style does not show (`paragraph`, `table`, `drawing-page`, `section`). */
  isHidden(family: string, name: string | undefined): boolean {
    const style = this.find(family, name);
    return style !== undefined && this.hides(style, family);
  }

  /** Whether what has this style begins on a new page (`paragraph`, `table`). */
  beginsPage(family: string, name: string | undefined): boolean {
    for (const { style } of this.withParents(family, name)) {
      if (style?.beginsPage !== undefined) return style.beginsPage;
    }
    return false;
  }

  /** Whether a paragraph style is that of a title or a heading. */
  isHeading(name: string | undefined): boolean {
    for (const each of this.withParents('paragraph', name)) if (headingName.test(each.name)) return true;
    return false;
  }

  /** Whether a page begins or ends with each paragraph of this style. */
  breaksPage(name: string | undefined): boolean {
    for (const { style } of this.withParents('paragraph', name)) {
      if (style?.breaksPage !== undefined) return style.breaksPage;
    }
    return false;
  }

  private find(family: string, name: string | undefined): Style | undefined {
    return this.styles.get(`${family} ${name}`) ?? this.base?.find(family, name);
  }

  private begin(attributes: readonly XmlAttribute[]): void {
    const parent = odfValue(attributes, 'style:parent-style-name');
    // A change of the master page is a new page.
    const beginsPage = odfValue(attributes, 'style:master-page-name') ? true : undefined;
    const shows = { look: '', showsBlanks: false, isHidden: undefined, breaksPage: beginsPage, beginsPage };
    this.current = { parent, isAutomatic: this.isAutomatic, ...shows };
    const key = `${odfValue(attributes, 'style:family')} ${odfValue(attributes, 'style:name')}`;
    this.styles.set(key, this.current);
    if (this.styles.size > maxStyles) throw new FormatError('hostile', 'The document has too many styles.');
  }

  private properties(name: string, attributes: readonly XmlAttribute[]): void {
    const { current } = this;
    if (current === undefined) return;
    const pageBreak = odfValue(attributes, 'fo:break-before');
    if (pageBreak !== undefined) current.beginsPage ??= pageBreak === 'page';
    if (name === 'style:text-properties') {
      const properties = shown(attributes);
      current.look = properties.join(';');
      current.showsBlanks = properties.some((property) => showsOnBlanks.test(property));
      this.lookLength += current.look.length;
      if (this.lookLength > maxLookLength) throw new FormatError('hostile', 'The document has too many styles.');
      current.isHidden = isOff(odfValue(attributes, 'text:display'), 'none');
    } else if (name === 'style:paragraph-properties') {
      const breaks = [odfValue(attributes, 'fo:break-before'), odfValue(attributes, 'fo:break-after')];
      const said = breaks.filter((value) => value !== undefined);
      if (said.length > 0) current.breaksPage ||= said.some((value) => value !== 'auto');
    } else if (name === 'style:table-properties') {
      current.isHidden = isOff(odfValue(attributes, 'table:display'), 'false');
    } else if (name === 'style:drawing-page-properties') {
      current.isHidden = isOff(odfValue(attributes, 'presentation:visibility'), 'hidden');
    }
  }

  private lookOf(style: Style, name: string): string {
    if (!style.isAutomatic) return `@${name}`;
    return style.parent === undefined ? style.look : `@${style.parent};${style.look}`;
  }

  private hides(style: Style, family: string): boolean {
    for (const each of this.withParents(family, undefined, style)) {
      if (each.style?.isHidden !== undefined) return each.style.isHidden;
    }
    return false;
  }

  /** A style and those it is based on. */
  private *withParents(family: string, name: string | undefined, style = this.find(family, name)) {
    const seen = new Set<string>();
    yield { name: name ?? '', style };
    for (let at = style?.parent; at !== undefined && !seen.has(at); ) {
      seen.add(at);
      const parent = this.find(family, at);
      yield { name: at, style: parent };
      at = parent?.parent;
    }
  }
}

const isOff = (value: string | undefined, off: string): boolean | undefined =>
  value === undefined ? undefined : value === off;
