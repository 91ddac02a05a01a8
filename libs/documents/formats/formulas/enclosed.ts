/** The end of a quoted text from its opening quote on; a quote in it is doubled. The end of the formula where it is open. */
export const endOfQuoted = (formula: string, start: number, quote: string): number => {
  for (let from = start + 1; ; ) {
    const end = formula.indexOf(quote, from);
    if (end < 0) return formula.length;
    if (formula[end + 1] !== quote) return end + 1;
    from = end + 2;
  }
};

/** The end of a bracketed text, which may hold others; an apostrophe takes its meaning from a bracket. */
export const endOfBrackets = (formula: string, start: number): number => {
  let depth = 0;
  for (let at = start; at < formula.length; at += 1) {
    if (formula[at] === "'") at += 1;
    else if (formula[at] === '[') depth += 1;
    else if (formula[at] === ']') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return formula.length;
};
