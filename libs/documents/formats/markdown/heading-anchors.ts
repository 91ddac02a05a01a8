import { type TextPiece, withAbove } from '../text/text-walker.js';

const link = /\]\(#([^\s()<>"]+)\)|\bhref="#([^\s"<>]+)"/g;
const definition = /^[ \t]{0,3}\[([^\]]+)\]:[ \t]{0,9}#(\S+)/;
const headingStart = /^ {0,3}#{1,6}[ \t]/;
const attributeAtEnd = /\{#[\w:.-]{1,100}\}[ \t]*$/;
/** Characters of an id or label that a link names; of a heading before its own id; of a part of a link. */
const maxName = 200;
const maxHeading = 500;
/** Headings that are remembered, at most. */
const maxHeadings = 10_000;

/** The id that GitHub, MkDocs and Docusaurus give a heading. */
export const slugOf = (heading: string): string =>
  heading
    .replace(/!?\[([^[\]]*)\]\(([^()\s]*)\)/g, (all, label: string, address: string) =>
      Math.max(label.length, address.length) > maxHeading ? all : label,
    )
    .replace(/<[^<>]{0,200}>/g, '')
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** A name in a link as it is in its heading: `%C3%A4` is `ä`. */
const decoded = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** Whether a heading ends with an id in braces, or holds an anchor of HTML. */
const hasOwnAnchor = (heading: string): boolean =>
  /\{[^{}#]{0,100}#[^{}]{1,100}\}$/.test(heading.trimEnd()) || /<a\s[^<>]{0,100}(?:id|name)=/i.test(heading);

/** Whether a line is a heading with an id of its own. */
const hasAttribute = (line: string): boolean => {
  const [start] = headingStart.exec(line) ?? [];
  if (start === undefined) return false;
  const attribute = attributeAtEnd.exec(line.slice(start.length));
  return attribute !== null && attribute.index <= maxHeading;
};

/** Keeps the ids of headings that links of the page name, though a program makes them of the words, which are translated. */
export class HeadingAnchors {
  private readonly named = new Set<string>();
  private readonly met = new Map<string, number>();
  private usesAttributes = false;

  /** Reads the links of the beginning of a page. */
  read(text: string): void {
    for (const [, first, second] of text.matchAll(link)) {
      const name = first ?? second ?? '';
      if (name.length <= maxName) this.named.add(decoded(name));
    }
    const lines = text.split(/\r?\n|\r/);
    for (const line of lines) {
      const [, label = '', name = ''] = definition.exec(line) ?? [];
      if (name !== '' && label.length <= maxName) this.named.add(decoded(name.slice(0, maxName)));
    }
    this.usesAttributes = lines.some(hasAttribute);
  }

  /** The pieces of a heading, with its id where it has none of its own, a link names it, and its words become others. */
  around(pieces: readonly TextPiece[], heading: string): TextPiece[] {
    if (this.named.size === 0) return [...pieces];
    const slug = slugOf(heading);
    const count = this.met.get(slug) ?? 0;
    if (this.met.size < maxHeadings) this.met.set(slug, count + 1);
    const id = count === 0 ? slug : `${slug}-${count}`;
    if (hasOwnAnchor(heading) || !this.named.has(id)) return [...pieces];
    if (!this.usesAttributes)
      return withAbove(pieces, (changed) => (changed.includes(true) ? `<a id="${id}"></a>` : ''));
    const last = pieces.findLastIndex((piece) => typeof piece !== 'string');
    if (last === -1) return [...pieces];
    /** Code and the like behind the last segment: the id follows it. */
    const rest = pieces.slice(last + 1).join('');
    let isChanged = false;
    return pieces.slice(0, last + 1).map((piece, at): TextPiece => {
      if (typeof piece === 'string') return piece;
      const end = at === last ? rest : '';
      const render: typeof piece.render = (translation) => {
        isChanged = true;
        return piece.render(translation) + end;
      };
      const source = piece.source + end;
      return { ...piece, source, render, ...(at === last && { behind: () => (isChanged ? ` {#${id}}` : '') }) };
    });
  }
}
