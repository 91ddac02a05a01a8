/** Styles that subtitle formats share: bold, italic, underlined, struck through. */
export const styleNames = ['b', 'i', 'u', 's'] as const;
export type StyleName = (typeof styleNames)[number];

/** Words of a line in one style; plain text without markup or escapes. */
export interface Span {
  text: string;
  styles: ReadonlySet<StyleName>;
  /** The speaker, where the file names one. */
  voice?: string | undefined;
}

/** A subtitle as every format has it. */
export interface Cue {
  /** Milliseconds. */
  start: number;
  end: number;
  /** Lines with words; there is at least one. */
  lines: readonly (readonly Span[])[];
  /** Place on the screen as on the keys of numbers: 1 at the bottom left, 9 at the top right; undefined: 2. */
  place?: number | undefined;
}

/** Spans in which line breaks are characters, as lines; those without words are left out. */
export const linesOfSpans = (spans: readonly Span[]): Span[][] => {
  const lines: Span[][] = [[]];
  for (const { text, ...rest } of spans) {
    for (const [index, part] of text.split('\n').entries()) {
      if (index > 0) lines.push([]);
      if (part !== '') lines.at(-1)?.push({ text: part, ...rest });
    }
  }
  return lines.filter((line) => line.some(({ text }) => text.trim() !== ''));
};

/** A cue, or none where it shows nothing. */
export const cueOf = (times: Pick<Cue, 'start' | 'end'>, spans: readonly Span[], place?: number): Cue[] => {
  const lines = linesOfSpans(spans);
  return lines.length === 0 ? [] : [{ ...times, lines, place }];
};
