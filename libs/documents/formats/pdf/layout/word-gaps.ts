import type { PlacedGlyph } from './fragments.js';
import { inLeaders } from './leaders.js';

/** In parts of the font size: the gap of a space, that in a line that was set tight, and how close its letters stand at most. */
export const spaceGap = 0.18;
const tightSpaceGap = 0.11;
export const closeLetters = 0.05;

/** Gaps of a line whose letters may be spaced out, at least, and how many times as wide as most the gap between two words is. */
const minSpacedOut = 6;
const minWordRatio = 1.8;

/**
 * Finds where words of a line begin: at gaps as wide as a space. In lines that were set so tight that spaces are narrower
 * than others, they are narrower; where most letters are as far apart as words are, the letters are spaced out. Leaders
 * have no part in it.
 */
export class WordGaps {
  private gaps: { glyph: PlacedGlyph; gap: number }[] = [];
  private hasBlanks = false;

  /** Adds the next glyph of the line, and the gap before it in parts of the font size. */
  add(glyph: PlacedGlyph, gap: number): void {
    if (glyph.text.trim() === '') {
      this.hasBlanks ||= glyph.text !== '';
      return;
    }
    glyph.isApart = gap > spaceGap;
    this.gaps.push({ glyph, gap });
  }

  endLine(): void {
    const dots = inLeaders(this.gaps.map(({ glyph }) => glyph));
    this.gaps = this.gaps.filter(({ glyph }) => !dots.has(glyph));
    const widths = this.gaps.map(({ gap }) => gap).sort((one, other) => one - other);
    const median = widths[widths.length >> 1] ?? 0;
    if (median < closeLetters) this.partAt(tightSpaceGap);
    else if (median > spaceGap && widths.length >= minSpacedOut) {
      const isParted = (widths.at(-1) ?? 0) > minWordRatio * median;
      if (this.hasBlanks || isParted) this.partAt(Math.max(spaceGap, minWordRatio * median));
    }
    this.gaps = [];
    this.hasBlanks = false;
  }

  private partAt(least: number): void {
    for (const { glyph, gap } of this.gaps) glyph.isApart = gap > least;
  }
}
