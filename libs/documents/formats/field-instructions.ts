/** A text in the instruction of a field that a reader sees: where it stands, what it says, and how another text is written there. */
export interface InstructionText {
  start: number;
  end: number;
  text: string;
  write(text: string): string;
}

/** Stands in an instruction for another field within it. */
export const innerField = '\ufffc';

/** An argument, without the quotation marks around it. */
interface Argument {
  start: number;
  end: number;
  isQuoted: boolean;
}

/** Levels of an entry of an index, at most; Word itself goes down to seven. */
const maxLevels = 16;

const closing: Readonly<Record<string, string>> = { '"': '"', '\u201c': '\u201d' };

const argumentsOf = (instruction: string, from = 0): Argument[] => {
  const found: Argument[] = [];
  for (let at = from; at < instruction.length; ) {
    const quote = closing[instruction[at] ?? ''];
    let end = at;
    if (/\s/.test(instruction[at] ?? '')) {
      at += 1;
      continue;
    }
    if (quote !== undefined) {
      for (end = at + 1; end < instruction.length && instruction[end] !== quote; end += 1) {
        if (instruction[end] === '\\') end += 1;
      }
      found.push({ start: at + 1, end: Math.min(end, instruction.length), isQuoted: true });
      at = end + 1;
    } else {
      while (end < instruction.length && !/\s/.test(instruction[end] ?? '') && !closing[instruction[end] ?? ''])
        end += 1;
      found.push({ start: at, end, isQuoted: false });
      at = end;
    }
  }
  return found;
};

const decoded = (raw: string): string => raw.replace(/\\(.)/gs, '$1');
const encoded = (text: string): string => text.replace(/[\\"]/g, '\\$&').replaceAll('\u201d', "'");

const textAt = (instruction: string, { start, end }: Pick<Argument, 'start' | 'end'>): InstructionText => ({
  start,
  end,
  text: decoded(instruction.slice(start, end)),
  write: encoded,
});

/** The levels of an entry of an index, between colons. */
const levelsOf = (instruction: string, { start, end }: Argument): InstructionText[] => {
  const levels: InstructionText[] = [];
  let from = start;
  for (let at = start; at <= end; at += 1) {
    if (at < end && instruction[at] !== ':') {
      if (instruction[at] === '\\') at += 1;
      continue;
    }
    const level = textAt(instruction, { start: from, end: Math.min(at, end) });
    levels.push({ ...level, write: (text) => encoded(text).replaceAll(':', '\\:') });
    from = at + 1;
  }
  return levels.length > maxLevels ? [] : levels;
};

/** The texts behind a condition: that where it is true, and that where it is not. */
const conditionalTexts = (instruction: string): Argument[] => {
  let isQuoted = false;
  for (let at = 0; at < instruction.length; at += 1) {
    if (instruction[at] === '"') isQuoted = !isQuoted;
    if (isQuoted || !/[=<>]/.test(instruction[at] ?? '')) continue;
    const isDouble = /[=<>]/.test(instruction[at + 1] ?? '');
    return argumentsOf(instruction, at + (isDouble ? 2 : 1)).slice(1, 3);
  }
  return [];
};

/** The arguments of a field that are texts for its readers. */
const shownArguments = (instruction: string): Argument[] => {
  const all = argumentsOf(instruction);
  const wordAt = (at: number): string => instruction.slice(all[at]?.start ?? 0, all[at]?.end ?? 0).toUpperCase();
  const behind = (option: string): Argument[] => {
    const at = all.findIndex((_, index) => wordAt(index) === option.toUpperCase());
    return at < 0 ? [] : all.slice(at + 1, at + 2);
  };
  switch (wordAt(0)) {
    case 'TC':
    case 'FILLIN':
      return all.slice(1, 2);
    case 'ASK':
      return all.slice(2, 3);
    case 'HYPERLINK':
      return behind('\\o');
    case 'IF':
      return conditionalTexts(instruction);
    case 'MACROBUTTON':
    case 'GOTOBUTTON': {
      const first = all[2];
      const last = all.at(-1);
      return first && last ? [{ start: first.start, end: last.end, isQuoted: true }] : [];
    }
    default:
      return [];
  }
};

/**
 * The texts in the instruction of a field (ECMA-376 part 1, 17.16) that are shown: entries of an index and of a table of contents, tips
 * of links, prompts, and what depends on a condition. Its steps grow as the instruction does.
 */
export const instructionTexts = (instruction: string): InstructionText[] => {
  const [name, entry] = argumentsOf(instruction);
  if (name === undefined) return [];
  const isEntry = instruction.slice(name.start, name.end).toUpperCase() === 'XE';
  const see = isEntry ? seeAlso(instruction) : [];
  const levels = isEntry && entry?.isQuoted ? levelsOf(instruction, entry) : [];
  const shown = [...see, ...shownArguments(instruction)].filter(({ isQuoted }) => isQuoted);
  return [...levels, ...shown.map((argument) => textAt(instruction, argument))].filter(
    ({ text }) => !text.includes(innerField),
  );
};

/** The text that an entry of an index has in the place of a page number. */
const seeAlso = (instruction: string): Argument[] => {
  const all = argumentsOf(instruction);
  const at = all.findIndex(({ start, end }) => instruction.slice(start, end) === '\\t');
  return at < 0 ? [] : all.slice(at + 1, at + 2);
};
