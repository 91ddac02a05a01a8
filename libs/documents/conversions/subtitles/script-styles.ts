import { type StyleName, styleNames } from './cue.js';
import { placeOfOld } from './override-block.js';

export interface ScriptStyle {
  styles: ReadonlySet<StyleName>;
  place: number | undefined;
}

const columns: Readonly<Record<StyleName, string>> = { b: 'bold', i: 'italic', u: 'underline', s: 'strikeout' };

/** The style of a `Style:` line, by the columns of its section; `isOld`: before version 4+. */
export const scriptStyleOf = (cells: readonly string[], names: readonly string[], isOld: boolean): ScriptStyle => {
  const cell = (name: string): string => cells[names.indexOf(name)]?.trim() ?? '';
  const alignment = Number(cell('alignment'));
  const place = isOld ? placeOfOld(alignment) : alignment;
  return {
    // 0 is off; -1, or 1 in some files, is on.
    styles: new Set(styleNames.filter((name) => !['', '0'].includes(cell(columns[name])))),
    place: place !== undefined && place >= 1 && place <= 9 && place !== 2 ? place : undefined,
  };
};
