import { blockElements, isHtmlElement } from '../html/html.elements.js';
import { isModule } from './markdown-directives.js';

/** The beginning of a line, before its text. */
export interface LineStart {
  /** White space, quotation marks, bullets, numbers and boxes. */
  prefix: string;
  text: string;
  quotes: number;
  /** Columns before the text of the list item that the line begins; undefined where it begins none. */
  itemOffset: number | undefined;
  /** Columns before the first sign behind the marks of quotations. */
  indent: number;
}

const blank = /[ \t]*/y;
/** Marks of items, and of definitions behind their term. */
const marker = /(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)|:(?=[ \t]+[^\s:-])/y;
const box = /\[[ xX]\](?=[ \t])[ \t]+/y;
const maxMarkers = 32;

const matched = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
};

const widthOf = (space: string, column: number): number => {
  let at = column;
  for (const sign of space) at += sign === '\t' ? 4 - (at % 4) : 1;
  return at - column;
};

/** Reads the marks of containers at the start of a line; a list item is begun only by what is no line of dashes. */
export const lineStart = (line: string): LineStart => {
  let at = 0;
  let column = 0;
  let quotes = 0;
  let itemOffset: number | undefined;
  let indent: number | undefined;
  for (let markers = 0; ; markers += 1) {
    const space = matched(blank, line, at);
    const width = widthOf(space, column);
    indent ??= column + width;
    const isCode = width > 3 && (itemOffset !== undefined || quotes > 0);
    const after = at + space.length;
    const sign = line[after];
    if (isCode || markers === maxMarkers) break;
    if (sign === '>') {
      at = after + 1;
      column += width + 1;
      if (line[at] === ' ') at += 1;
      quotes += 1;
      if (itemOffset === undefined) indent = undefined;
      continue;
    }
    const bullet = isThematicBreak(line.slice(after, after + 200)) ? '' : matched(marker, line, after);
    at = after;
    column += width;
    if (bullet === '') break;
    at += bullet.length;
    column += bullet.length;
    const gap = matched(blank, line, at);
    itemOffset = column + (widthOf(gap, column) > 4 ? 1 : widthOf(gap, column));
    const boxed = matched(box, line, at + gap.length);
    if (boxed !== '') at += gap.length + boxed.length;
  }
  return { prefix: line.slice(0, at), text: line.slice(at), quotes, itemOffset, indent };
};

export const isThematicBreak = (text: string): boolean => {
  if (!/^[ \t]*[-*_]/.test(text)) return false;
  const signs = text.replace(/[ \t]/g, '');
  return signs.length > 2 && /^(?:-+|\*+|_+)$/.test(signs);
};

export const isSetextUnderline = (text: string): boolean => /^(?:=+|-+)[ \t]*$/.test(text);

/** The marks and the text of an ATX heading, and what closes it. */
export const headingOf = (text: string): { mark: string; text: string } | undefined => {
  const [mark] = /^#{1,6}(?:[ \t]+|$)/.exec(text) ?? [];
  if (mark === undefined) return undefined;
  let end = text.trimEnd().length;
  while (end > 0 && text[end - 1] === '#') end -= 1;
  const isClosed = end <= mark.length || /[ \t]/.test(text[end - 1] ?? '');
  return { mark, text: text.slice(mark.length, isClosed ? Math.max(end, mark.length) : text.length) };
};

/** Environments of LaTeX whose lines are no text. */
const environment =
  /^\\begin\{((?:equation|align|alignat|flalign|gather|multline|eqnarray|math|displaymath|cases|[pbvBV]?matrix|array|split|subequations|tabular|tikzpicture|verbatim|lstlisting|algorithmic?)\*?)\}(?![\s\S]*\\end\{\1\})/;

/** Statements of Jekyll and Hugo around lines that are no text. */
const rawBlock =
  /^\{(%[-+~]?|\{[<%])[ \t]{0,9}(highlight|comment|schema|javascript|stylesheet|style|mermaid)\b[^{}]{0,300}[%>]\}\}?[ \t]*$/;

const rawBlockEnd = /^\{[%{][-+~<%]?[ \t]{0,9}(?:end|\/[ \t]{0,9})([a-z]{1,20})(?![\w-])/;

/** A directive of MyST whose content is no text, between colons: `:::{math}`. */
const colonsOfCode =
  /^(:{3,9})\{(?:math|code|code-block|code-cell|sourcecode|literalinclude|mermaid|graphviz|plantuml|raw|eval-rst|csv-table|bibliography|toctree)\}/;

/** The sign of a fence, once for each time that it stands there; also `$$` of formulas, and what begins one of LaTeX or of a template. */
export const fenceOf = (text: string): string | undefined => {
  const [, backticks, tildes, dollars] = /^(?:(`{3,})(?=[^`]*$)|(~{3,})|(\$\$)(?=\s*$))/.exec(text) ?? [];
  return (
    backticks ??
    tildes ??
    dollars ??
    colonsOfCode.exec(text)?.[1] ??
    (rawBlock.exec(text)?.[0] || environment.exec(text)?.[0]) ??
    /^\\\[(?=\s*$)/.exec(text)?.[0]
  );
};

export const closesFence = (text: string, fence: string): boolean => {
  const signs = text.trim();
  if (fence.startsWith('{')) {
    const [, , word] = rawBlock.exec(fence) ?? [];
    return rawBlockEnd.exec(signs)?.[1] === word;
  }
  if (fence === '$$') return /^\$\$(?:[ \t]*(?:\{[^{}]*\}|\([\w:.-]+\)))?$/.test(signs);
  if (fence.startsWith('\\')) return signs.endsWith(fence === '\\[' ? '\\]' : fence.replace('\\begin', '\\end'));
  return signs.length >= fence.length && signs === (fence[0] ?? '').repeat(signs.length);
};

/** The cells of a row at even places, bars and the white space around them at odd ones. */
export const cellsOf = (row: string): string[] => {
  const cells: string[] = [];
  let from = 0;
  for (const { 0: sign, index } of row.matchAll(/\\.|\|/g)) {
    if (sign !== '|') continue;
    cells.push(row.slice(from, index), sign);
    from = index + 1;
  }
  cells.push(row.slice(from));
  return cells;
};

/** The cells of a row without the bars at its ends. */
const innerCells = (row: string): string[] => {
  const cells = cellsOf(row.trim()).filter((_cell, index) => index % 2 === 0);
  const from = cells[0] === '' ? 1 : 0;
  return cells.slice(from, cells.length > 1 && cells.at(-1) === '' ? -1 : undefined);
};

/** Whether a line divides the head of a table, which is the line before it, from its body. */
export const dividesTable = (head: string, line: string): boolean => {
  if (!line.includes('-') || !head.includes('|') || !/^[-:| \t]+$/.test(line)) return false;
  const cells = innerCells(line);
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim())) && cells.length === innerCells(head).length;
};

/** Lines that belong to a template or to a directive, or name an address: they are copied. Some of them end a paragraph. */
export const isMachinery = (text: string, isOpen: boolean): boolean => {
  const line = text.trimEnd();
  if (/^\{(?:%[^%]{0,1000}%|\{[<%][^{}]{0,1000}[%>]\}|[ \t]?:?[ \t]?[.#][\w-][^{}]{0,500}|:[^{}]{0,500})\}$/.test(line))
    return true;
  if (/^\([\w:./-]{1,100}\)=$|^\+\+\+(?:[ \t]+\{.*\})?$/.test(line)) return true;
  if (isOpen) return false;
  return (
    /^\[[^\]^!][^\]]{0,500}\]:/.test(line) ||
    /^\[![A-Za-z]{1,20}\]$/.test(line) ||
    /^\{\{[^}]{0,1000}\}\}$/.test(line) ||
    /^:[a-z][\w-]{0,40}:(?:[ \t].{0,200})?$/.test(line) ||
    /^\\begin\{[a-z*]{1,30}\}.{0,1000}\\end\{[a-z*]{1,30}\}$/.test(line) ||
    /^\[(?:TOC|\[_?TOC_?\])\]$/i.test(line) ||
    /^-{1,2}8<-{1,2}/.test(line)
  );
};

/** How a block of HTML that begins here ends: with a sign, or before an empty line. */
export interface HtmlStart {
  end: string | undefined;
  isCopied: boolean;
}

const rawElements = new Set(['pre', 'script', 'style', 'textarea']);

export const htmlStartOf = (text: string, interrupts: boolean): HtmlStart | undefined => {
  if (!interrupts && isModule(text)) return { end: undefined, isCopied: true };
  if (text.startsWith('{/*')) return { end: '*/}', isCopied: true };
  if (text.startsWith('<!--')) return { end: '-->', isCopied: true };
  if (text.startsWith('<?')) return { end: '?>', isCopied: true };
  if (text.startsWith('<![CDATA[')) return { end: ']]>', isCopied: true };
  if (/^<![a-z]/i.test(text)) return { end: '>', isCopied: true };
  const [, slash, word] = /^<(\/?)([a-z][\w-]*)(?=[\s/>]|$)/i.exec(text) ?? [];
  if (word === undefined) return undefined;
  const name = word.toLowerCase();
  if (rawElements.has(name) && slash === '') return { end: `</${name}>`, isCopied: false };
  if (blockElements.has(name) || rawElements.has(name)) return { end: undefined, isCopied: false };
  if (interrupts || !/^<[^<>]+>\s*$/.test(text)) return undefined;
  // A component of MDX is a line of its own, with Markdown in it.
  return isHtmlElement(name) ? { end: undefined, isCopied: false } : { end: '>', isCopied: true };
};
