import { rangeOf } from './range.js';
import type { TextStyle } from './text-style.js';

/** A run of text of one style; of a picture, where it has signs. */
interface Run {
  text: string;
  style: TextStyle;
  signs?: readonly unknown[];
}

/** Names of functions, which formulas have upright. */
const functions = /^(?:sin|cos|tan|log|ln|exp|lim|max|min|sup|inf|det|mod|arg)$/;
/** Signs between the two sides of an equation, or the terms of one. */
const operator = /[=<>+−±×÷∑∏∫√∂∇∈≤≥≠≈≡→⇒∞]/;

/** In parts of the height of a line: how high an index or an exponent is, at most. */
const maxScript = 0.85;

const isScript = ({ style }: Run, height: number): boolean => style.rise !== 0 && style.height < maxScript * height;

/**
 * Whether runs are a formula and no text: signs of one, and no word at the foot of the line but names of functions. Many
 * formulas are set in the faces of the text around them.
 */
export const isFormula = (runs: readonly Run[]): boolean => {
  const [, height] = rangeOf(runs.map(({ style }) => style.height));
  const all = runs.map(({ text }) => text).join('');
  if (!operator.test(all) && !runs.some(({ style }) => style.isMath)) return false;
  const upright = runs.map((run) => (run.style.isMath || isScript(run, height) ? ' ' : run.text)).join('');
  return !upright.split(/[^\p{L}]+/u).some((word) => word.length > 1 && !functions.test(word));
};

/**
 * The runs of a text that are parts of formulas: those in fonts of formulas, single letters that lean where the text does not,
 * and indices and exponents right behind either, or behind a sign that nothing explains.
 */
export const formulasIn = (runs: readonly Run[], usual: TextStyle): ReadonlySet<Run> => {
  const found = new Set<Run>();
  let before: Run | undefined;
  for (const run of runs) {
    const { text, style } = run;
    const isVariable = style.isItalic && !usual.isItalic && style.link === undefined && /^\p{L}$/u.test(text.trim());
    const isBehind = before !== undefined && (found.has(before) || before.signs !== undefined);
    const isAttached = isBehind && !/\s$/.test(before?.text ?? '') && !/^\s/.test(text);
    if (style.isMath || isVariable || (isAttached && isScript(run, usual.height))) found.add(run);
    before = run;
  }
  return found;
};
