/** A line that says what the text behind it is: a note, a tab, an abbreviation. */
export interface Directive {
  mark: string;
  title: string;
  rest: string;
  /** Columns by which the text that belongs to it is indented; 0 where that is not. */
  depth: number;
}

/** MkDocs: `!!! note "Title"`, `??? note`, `=== "Tab"`; what belongs to it stands four columns deeper. */
const indented =
  /^((?:!!!|\?\?\?\+?)[ \t]+[\w-]+(?:[ \t]+[\w-]+){0,4}|===[!+]?(?=[ \t]+"))(?:([ \t]+")([^"]*)("))?[ \t]*$/;
/** Docusaurus and VitePress: `:::tip Title`, `:::tip[Title]{.wide}`, `::: details Title`. */
const fenced = /^(:{3,9}[ \t]{0,9}[A-Za-z][\w-]{0,60}(?:\[|[ \t]{1,9}))([^[\]{}=]{1,500})(\]?(?:\{[^{}]{0,500}\})?)$/;
/** Obsidian: `[!note]- Title`, in a quotation. */
const callout = /^(\[![A-Za-z][\w-]{0,30}\][-+]?[ \t]{1,9})(\S.*)$/;
/** The long form of an abbreviation: `*[HTML]: Hypertext Markup Language`. */
const abbreviation = /^(\*\[[^[\]]{1,100}\]:[ \t]{1,9})(\S.*)$/;

export const directiveOf = (text: string): Directive | undefined => {
  const [all, sign = '', open = '', title = '', close = ''] = indented.exec(text) ?? [];
  if (all !== undefined) {
    const mark = sign + open;
    return { mark, title, rest: close + text.slice(mark.length + title.length + close.length), depth: 4 };
  }
  const line = text.trimEnd();
  const [, mark = '', name = ''] = fenced.exec(line) ?? callout.exec(line) ?? abbreviation.exec(line) ?? [];
  if (!/\p{L}/u.test(name)) return undefined;
  return { mark, title: name.trimEnd(), rest: text.slice(mark.length + name.trimEnd().length), depth: 0 };
};

/** Whether the lines from here to the next empty one are JavaScript, as MDX has it. */
export const isModule = (text: string): boolean =>
  /^import[ \t]{0,8}(?:["'][^"']+["'];?[ \t]*$|[\w*{$][^"']*[ \t}]from[ \t]{0,8}["'][^"']+["'];?[ \t]*$|\{[^"'}]*$)/.test(
    text,
  ) ||
  /^export[ \t]+(?:(?:const|let|var)[ \t]+[\w${[][^=]*=|default[ \t]+(?:(?:async[ \t]+)?function\b|class\b|[({[]|\w+;?$)|(?:async[ \t]+)?function[ \t*]|class[ \t]+\w+[ \t]*[{e]|\*[ \t]|\{)/.test(
    text,
  );

/** Signs of templates, attributes and symbols within a sentence, which are no words. */
const marks = new RegExp(
  [
    String.raw`\{\{[<%][^{}\n]{0,500}[%>]\}\}`,
    String.raw`\{%[^%\n]{0,500}%\}`,
    String.raw`\{\/\*[^*\n]{0,500}\*\/\}`,
    String.raw`\{[ \t]?:?[ \t]?[.#][\w-][^{}\n]{0,200}\}`,
    String.raw`(?<![\w:]):[a-z][a-z0-9_+-]{1,60}:(?![\w:])`,
    String.raw`!?\[\[[^[\]\n]{1,300}\]\]`,
  ].join('|'),
  'g',
);

/** Stands for a mark in a text whose markup is read, so that nothing in the mark is taken for some; no text has this character. */
export const markSign = '\ufdd0';

/** A text with signs in the place of its marks, and the marks in their order. */
export const withoutMarks = (text: string): { text: string; marks: readonly string[] } => {
  if (text.includes(markSign)) return { text, marks: [] };
  const found: string[] = [];
  const without = text.replace(marks, (mark) => {
    found.push(mark);
    return markSign;
  });
  return { text: without, marks: found };
};
