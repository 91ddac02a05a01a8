import type { MessageArgument, Range } from './icu-message.js';

const javaHead = /\{\s{0,9}\d{1,3}\s{0,9},\s{0,9}choice\s{0,9},/gu;
const javaLimit = /\s{0,9}[-+]?(?:\d{1,9}(?:\.\d{1,9})?|∞)[#<≤]/uy;
const wikiHead = /\{\{\s{0,9}(?:PLURAL|GENDER)\s{0,9}:[^|{}\n]{0,80}\|/giu;
const wikiNumber = /\d{1,9}=/uy;

/** UTF-16 code units of one choice, at most. */
const maxLength = 4_000;

/** Cuts what stands from `at` on at the bars that are in no braces, up to the brace that closes it; undefined where none does. */
const choicesFrom = (text: string, at: number): { choices: Range[]; end: number } | undefined => {
  const choices: Range[] = [];
  let depth = 0;
  let start = at;
  for (let index = at; index < Math.min(text.length, at + maxLength); index += 1) {
    const sign = text[index];
    if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '|' && depth === 0) {
      choices.push({ start, end: index });
      start = index + 1;
    } else if ((sign === '}' || sign === ']') && depth > 0) depth -= 1;
    else if (sign === '}') return { choices: [...choices, { start, end: index }], end: index };
  }
  return undefined;
};

const behind = (pattern: RegExp, text: string, at: number): number | undefined => {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
};

/** `{0,choice,0#no files|1#one file}` of Java. */
const javaChoices = (text: string): MessageArgument[] => {
  const found: MessageArgument[] = [];
  for (const { 0: head, index } of text.matchAll(javaHead)) {
    const cut = choicesFrom(text, index + head.length);
    const messages = cut?.choices.map(({ start, end }) => ({ start: behind(javaLimit, text, start) ?? -1, end }));
    if (cut && messages?.every(({ start, end }) => start >= 0 && start <= end))
      found.push({ start: index, end: cut.end + 1, messages });
  }
  return found;
};

/** `{{PLURAL:$1|one message|$1 messages}}` of MediaWiki. */
const wikiChoices = (text: string): MessageArgument[] => {
  const found: MessageArgument[] = [];
  for (const { 0: head, index } of text.matchAll(wikiHead)) {
    const cut = choicesFrom(text, index + head.length);
    if (!cut || text[cut.end + 1] !== '}') continue;
    const messages = cut.choices.map(({ start, end }) => ({ start: behind(wikiNumber, text, start) ?? start, end }));
    found.push({ start: index, end: cut.end + 2, messages });
  }
  return found;
};

/** Finds choices of Java and of MediaWiki in a text, in no order. */
export const choiceArguments = (text: string): MessageArgument[] => [
  ...(/,\s{0,9}choice/.test(text) ? javaChoices(text) : []),
  ...(/\{\{\s{0,9}(?:PLURAL|GENDER)/i.test(text) ? wikiChoices(text) : []),
];
