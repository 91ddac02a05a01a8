/** A formula that shows a text as a link; `before` and `after` are what stands round the quoted text. */
export interface LinkFormula {
  before: string;
  label: string;
  after: string;
}

const call = /^(?:[a-z]+:)?=*\s*HYPERLINK\s*\(/i;
const lastArgument = /^\s*"((?:[^"]|"")*)"\s*\)\s*$/;

/**
 * The parts of a formula that is nothing but a link with a label of its own, `HYPERLINK(address, "label")`; undefined
 * for any other. `separator` stands between arguments.
 */
export const linkFormula = (formula: string, separator: ',' | ';'): LinkFormula | undefined => {
  const [opening] = call.exec(formula) ?? [];
  if (opening === undefined) return undefined;
  const comma = endOfArgument(formula, opening.length, separator);
  if (comma === undefined) return undefined;
  const argument = formula.slice(comma + 1);
  const [, quoted] = lastArgument.exec(argument) ?? [];
  if (quoted === undefined) return undefined;
  const start = comma + 1 + argument.indexOf('"') + 1;
  return {
    before: formula.slice(0, start),
    label: quoted.replaceAll('""', '"'),
    after: formula.slice(start + quoted.length),
  };
};

export const withLabel = ({ before, after }: LinkFormula, label: string): string =>
  `${before}${label.replaceAll('"', '""')}${after}`;

/** Where the separator behind an argument is, undefined where the call ends with it. */
const endOfArgument = (formula: string, start: number, separator: string): number | undefined => {
  let depth = 0;
  for (let at = start; at < formula.length; at += 1) {
    const character = formula[at] ?? '';
    if (character === '"' || character === "'") {
      at = formula.indexOf(character, at + 1);
      if (at < 0) return undefined;
    } else if (character === separator && depth === 0) return at;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    if (depth < 0) return undefined;
  }
  return undefined;
};
