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
/** Directives of MyST whose text is read, with a title behind their name. */
const notes =
  'note|tip|hint|important|warning|caution|attention|danger|error|seealso|admonition|topic|sidebar|dropdown|margin|aside|epigraph|' +
  'pull-quote|highlights|rubric|card|grid-item-card|tab-item|exercise|solution|list-table|table|glossary|' +
  '(?:prf:|proof:)?(?:proof|theorem|lemma|definition|remark|example|corollary|axiom|algorithm|conjecture)';
/** Those with an address, a version or a number behind their name. */
const untitled = 'figure|versionadded|versionchanged|deprecated|grid|tab-set|div|container';
/** MyST: `:::{note} Title`. */
const titled = new RegExp(`^(:{3,9}\\{(?:${notes})\\}[ \\t]{1,9})([^{}\\s][^{}]{0,500})$`);
/** The same in a fence that is otherwise one of code. */
const noteFence = new RegExp(
  `^(\x60{3,9}|~{3,9})(?:\\{(?:${notes})\\}(?:[ \\t]{1,9})?|\\{(?:${untitled})\\}[^\\n]{0,500}$)`,
);
/** Quarto: `::: {.callout-note title="Title"}`. */
const attributes = /^:{3,9}[ \t]{0,9}\{[^{}]{1,1000}\}$/;
const shownAttribute = /([ \t](?:title|summary|(?:fig|tbl|lst)-cap|fig-alt)=")([^"]{1,500})"/;

/** The line up to the first attribute that readers see, and the value of that; nothing where it has none. */
const attributed = (line: string): readonly string[] | undefined => {
  const [, name = '', value = ''] = (attributes.test(line) && shownAttribute.exec(line)) || [];
  return value === '' ? undefined : ['', line.slice(0, line.indexOf(name) + name.length), value];
};
/** Options of MyST that readers see: `:alt: A picture`. */
const option = /^(:(?:alt|caption|title|subtitle|header|footer):[ \t]{1,9})(\S.*)$/;
/** Options of Quarto that readers see, in a block of code. */
const codeOption =
  /^[ \t>]{0,40}(?:#|\/\/|--|%%?)\|[ \t]{1,9}(?:(?:fig|tbl|lst)[-.](?:sub)?cap|fig[-.]alt|code-summary|title)[ \t]{0,9}:[ \t]{1,9}/;

/** The beginning of an option in a block of code whose value readers see, up to that. */
export const codeOptionOf = (line: string): string | undefined => codeOption.exec(line)?.[0];

/** A note in a fence, whose text is read: the sign of the fence, and what stands up to the title of the note. */
export const noteFenceOf = (text: string): { sign: string; mark: string } | undefined => {
  const [mark, sign] = noteFence.exec(text) ?? [];
  return mark === undefined || sign === undefined ? undefined : { sign, mark };
};

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
  const [, mark = '', name = ''] =
    fenced.exec(line) ??
    titled.exec(line) ??
    attributed(line) ??
    option.exec(line) ??
    callout.exec(line) ??
    abbreviation.exec(line) ??
    [];
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
    String.raw`\{[ \t]?:?[ \t]?(?:[.#=][\w-]|[a-zA-Z][\w-]{0,40}=["'])[^{}\n]{0,200}\}`,
    String.raw`(?<![\w:]):[a-z][a-z0-9_+-]{1,60}:(?![\w:])`,
    String.raw`!?\[\[[^[\]\n]{1,300}\]\]`,
    // Commands of LaTeX: \textbf{the words}, \newpage
    String.raw`(?<command>\\(?:text(?:bf|it|sc|sf|up|md|rm)|emph|underline|footnote|caption|(?:sub){0,2}section|chapter|(?:sub)?paragraph|title|enquote|mbox)\*?\{)(?<content>[^{}$\n]{1,500})(?<end>\})`,
    // Roles of MyST and Sphinx: {ref}`x`, :ref:`x`
    // … with words of their own: {ref}`the words <x>`
    String.raw`(?<role>\{[a-z][\w:+-]{0,40}\}\x60|(?<![\w:]):[a-z][\w:+-]{0,40}:\x60)(?<words>[^\x60<>\n]{1,300})(?<target>[ \t]<[^\x60<>\n]{1,300}>\x60)`,
    String.raw`\{[a-z][\w:+-]{0,40}\}\x60[^\x60\n]{1,300}\x60|(?<![\w:]):[a-z][\w:+-]{0,40}:\x60[^\x60\n]{1,300}\x60`,
    // Code, in which no formula begins
    String.raw`\x60\x60[^\n]{1,300}?\x60\x60|\x60[^\x60\n]{1,300}\x60`,
    // Formulas, by the rule of Pandoc: no space inside the dollars, no digit behind the last, and no `US$ 5` at the end; \(x\), \[x\]
    String.raw`(?<![\\$])\$\$[^$]{1,1000}\$\$(?:[ \t]\((?=[\w.]*[:-])[\w:.-]{1,80}\))?|(?<![\\$\w])\$(?![\s$]|\d[\d.,]{0,12}\s[^$\n]{0,80}\s[A-Z]{1,3}\$\s\d)(?:\\.|[^$\\\n]){1,500}(?<!\s)\$(?![\d$])`,
    String.raw`\\\((?=(?:(?!\\\))[^\n]){0,200}?(?:[=^_+<>]|\\[a-zA-Z]))(?:(?!\\\))[^\n]){1,500}\\\)`,
    String.raw`\\\[(?=(?:(?!\\\])[^\n]){0,200}?(?:[=^_+<>]|\\[a-zA-Z]))(?:(?!\\\])[^\n]){1,500}\\\]`,
    // A dollar that begins no formula
    String.raw`\\\$(?:\d(?:[\d.,]{0,20}\d)?)?`,
    // Commands of LaTeX whose argument is no text
    String.raw`\\(?:eqref|ref|label|cite[a-z]{0,10}|autoref|cref|Cref|pageref|nameref|includegraphics|url|input|bibliography)\*?(?:\[[^\]\n]{0,100}\]){0,2}\{[^{}\n]{1,300}\}`,
    String.raw`(?<![\w\\:./])\\[a-zA-Z]{2,30}\*?(?:\{\})?(?![\w\\])`,
    // Citations of Pandoc: [@doe99, p. 33; see @roe], @doe99 [p. 33], @doe99
    String.raw`(?<![\w@.])-?@[a-zA-Z][\w:-]{0,80} \[(?:pp?|chap|ch|secs?|vol|figs?|n|§|\d)[. \d][^[\]\n]{0,80}\]`,
    String.raw`\[[^[\]\n@]{0,40}-?@[\w][\w:.#$%&+?<>~/-]{0,80}(?:[^[\]\n]{0,200})\]|(?<![\w@.])-?@[a-zA-Z][\w]{0,40}(?:[:_-][\w]{1,40}){1,4}`,
  ].join('|'),
  'g',
);

/** Stands for a mark in a text whose markup is read, so that nothing in the mark is taken for some; no text has this character. */
export const markSign = '\ufdd0';

/** Which end of a role or a command with words of its own a mark is. */
export const roleEndOf = (mark: string): 'open' | 'close' | undefined => {
  if (/^(?:[{:][^`]*`|\\[a-zA-Z]+\*?\{)$/.test(mark)) return 'open';
  return /^(?:[ \t]<[^<>]*>`|\})$/.test(mark) ? 'close' : undefined;
};

/** A text with signs in the place of its marks, and the marks in their order. */
export const withoutMarks = (text: string): { text: string; marks: readonly string[] } => {
  if (text.includes(markSign)) return { text, marks: [] };
  const found: string[] = [];
  let without = '';
  let from = 0;
  for (const { 0: mark, index, groups = {} } of text.matchAll(marks)) {
    const [open, words, close] = [
      groups.role ?? groups.command,
      groups.words ?? groups.content,
      groups.target ?? groups.end,
    ];
    without += text.slice(from, index);
    from = index + mark.length;
    if (mark.startsWith('`')) without += mark;
    else if (open !== undefined && close !== undefined) {
      found.push(open, close);
      without += markSign + words + markSign;
    } else {
      found.push(mark);
      without += markSign;
    }
  }
  return { text: without + text.slice(from), marks: found };
};
