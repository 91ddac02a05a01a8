import fc from 'fast-check';

/** A text with formatting of every kind. */
export interface FormattedText {
  text: string;
  /** The same text with its words in capitals, all else as it is. */
  shouted: string;
  /** Spans that must come through once: each is in the text once. */
  spans: readonly string[];
  /** Line breaks, in order. */
  breaks: readonly string[];
}

interface Draft {
  kind: 'words' | 'span' | 'html' | 'markdown' | 'single';
  words: readonly string[];
  form: number;
  space: string;
  inside: readonly Draft[];
}

/** Forms of protected spans; `n` makes each one different. */
const spanForms: readonly ((n: number) => string)[] = [
  (n) => `https://example.com/a_b/${n}?q=[x]&r=*y*`,
  (n) => `www.example${n}.org/a_b_c`,
  (n) => `first.last_${n}@example.org`,
  (n) => `{name_${n}}`,
  (n) => `{{ user.x${n} }}`,
  (n) => `\${x_${n}}`,
  (n) => `%${n}$d`,
  (n) => `%(key_${n})s`,
  (n) => `{when${n}, date, short}`,
  (n) => `1,${100 + n}.50 €`,
  (n) => `${n}.5 kg`,
  (n) => `10:${10 + n}`,
  (n) => `${2_000 + n}-05-12`,
  (n) => `\`co*d*e_${n}\``,
  (n) => `<code>x < ${n}</code>`,
  (n) => `&#${8_200 + n};`,
  (n) => `<user${n}@example.org>`,
  (n) => String.fromCodePoint(0x1f600 + n),
  (n) => `<span translate="no">Brand ${n}</span>`,
];

const markdownForms: readonly ((n: number) => [string, string])[] = [
  () => ['**', '**'],
  () => ['~~', '~~'],
  (n) => ['[', `](https://example.org/l_${n}_)`],
  (n) => ['![', `](a_${n}.png "T")`],
];

const htmlForms: readonly ((n: number) => [string, string])[] = [
  (n) => [`<b id="x_${n}">`, `</b >`],
  (n) => [`<a href='https://example.org/${n}'>`, '</a>'],
  (n) => [`<x-${n}>`, `</x-${n}>`],
];

const singleForms: readonly ((n: number) => string)[] = [
  (n) => `<img src="a${n}.png"/>`,
  (n) => `<!-- c${n} -->`,
  (n) => `<x-${n}/>`,
];

const prefixes = ['', '', '', '  ', '\t', '- ', '* ', '  - [ ] ', '3. ', '(2) ', '> ', '## ', '• '];
const separators = ['\n', '\r\n', '\n\n', '\u2028', ' | '];

const { drafts } = fc.letrec<{ drafts: Draft[]; draft: Draft }>((tie) => ({
  drafts: fc.array(tie('draft'), { minLength: 1, maxLength: 4 }),
  draft: fc.record({
    kind: fc.constantFrom('words', 'words', 'span', 'html', 'markdown', 'single'),
    words: fc.array(fc.nat(999).map(String), { minLength: 1, maxLength: 4 }),
    form: fc.nat(999),
    space: fc.constantFrom(' ', ' ', ' ', '  ', '\u00a0', ', '),
    inside: fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.constant([]), tie('drafts')),
  }),
}));

const pick = <T>(from: readonly T[], at: number): T => {
  const found = from[at % from.length];
  if (found === undefined) throw new RangeError('Nothing to pick from');
  return found;
};

class Writer {
  text = '';
  shouted = '';
  readonly spans: string[] = [];
  readonly breaks: string[] = [];
  private count = 0;

  constructor(private readonly words: readonly string[]) {}

  write(text: string): void {
    this.text += text;
    this.shouted += text;
  }

  line(line: readonly Draft[], prefix: string): void {
    this.write(prefix);
    line.forEach((draft, index) => {
      if (index > 0) this.write(draft.space);
      this.draft(draft);
    });
  }

  private sentence(words: readonly string[]): void {
    const text = words.map((word) => pick(this.words, Number(word))).join(' ');
    this.text += text;
    this.shouted += text.toUpperCase();
  }

  private draft({ kind, words, form, inside }: Draft): void {
    this.count += 1;
    const n = this.count;
    if (kind === 'words') this.sentence(words);
    else if (kind === 'span' || kind === 'single') {
      const span = pick(kind === 'span' ? spanForms : singleForms, form)(n);
      this.spans.push(span);
      this.write(span);
    } else {
      const [open, close] = pick(kind === 'html' ? htmlForms : markdownForms, form)(n);
      this.write(open);
      this.sentence(words);
      // Markdown within Markdown of the same kind would be other markup.
      for (const draft of kind === 'html' ? inside : []) {
        this.write(' ');
        this.draft(draft);
      }
      this.write(close);
    }
  }
}

/** Generates random mixtures of words, protected spans, markup, spaces, bullets and line breaks. */
export const formattedTexts = (words: readonly string[]): fc.Arbitrary<FormattedText> =>
  fc
    .array(
      fc.record({
        line: drafts,
        prefix: fc.constantFrom(...prefixes),
        separator: fc.constantFrom(...separators),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((lines) => {
      const writer = new Writer(words);
      lines.forEach(({ line, prefix, separator }, index) => {
        if (index > 0) {
          writer.write(separator);
          writer.breaks.push(separator);
        }
        writer.line(line, prefix);
      });
      const { text, shouted, spans, breaks } = writer;
      return { text, shouted, spans, breaks };
    });
