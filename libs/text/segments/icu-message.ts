const head = /\{\s{0,20}[\p{L}\p{N}_.-]{1,80}\s{0,20},\s{0,20}(?:plural|selectordinal|select)\s{0,20},/uy;
const offset = /\s{0,20}offset:\s{0,20}\d{1,9}/uy;
const selector = /\s{0,80}(?:=\d{1,9}|[\p{L}\p{N}_-]{1,80})\s{0,20}\{/uy;
const end = /\s{0,80}\}/uy;

/** A range from `start` to before `end`. */
export interface Range {
  start: number;
  end: number;
}

/** An argument of a message with messages in it, such as a plural of ICU. */
export interface MessageArgument extends Range {
  messages: readonly Range[];
}

/** Maps each opening brace to its closing one; `'{` begins a quotation, which ends at the next `'`; two are one that is written. */
const closingBraces = (text: string): Map<number, number> => {
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "'" && text[at + 1] === "'") at += 1;
    else if (sign === "'" && (text[at + 1] === '{' || text[at + 1] === '}')) {
      let quoteEnd = text.indexOf("'", at + 1);
      while (quoteEnd !== -1 && text[quoteEnd + 1] === "'") quoteEnd = text.indexOf("'", quoteEnd + 2);
      if (quoteEnd === -1) break;
      at = quoteEnd;
    } else if (sign === '{') open.push(at);
    else if (sign === '}') {
      const start = open.pop();
      if (start !== undefined) closing.set(start, at);
    }
  }
  return closing;
};

/** Returns the place behind the match of the expression at `at`; undefined where it does not match there. */
const after = (expression: RegExp, text: string, at: number): number | undefined => {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : undefined;
};

const argumentAt = (text: string, start: number, closing: ReadonlyMap<number, number>): MessageArgument | undefined => {
  const close = closing.get(start);
  let at = after(head, text, start);
  if (close === undefined || at === undefined) return undefined;
  at = after(offset, text, at) ?? at;
  const messages: Range[] = [];
  for (;;) {
    const message = after(selector, text, at);
    if (message === undefined) break;
    const messageEnd = closing.get(message - 1);
    if (messageEnd === undefined) return undefined;
    messages.push({ start: message, end: messageEnd });
    at = messageEnd + 1;
  }
  return messages.length > 0 && after(end, text, at) === close + 1 ? { start, end: close + 1, messages } : undefined;
};

/** Finds the outermost plural and select arguments of a text, in order. */
export const icuArguments = (text: string): MessageArgument[] => {
  if (!/,\s{0,20}(?:plural|select)/u.test(text)) return [];
  const closing = closingBraces(text);
  const found: MessageArgument[] = [];
  let at = text.indexOf('{');
  while (at !== -1) {
    const argument = argumentAt(text, at, closing);
    if (argument !== undefined) found.push(argument);
    at = text.indexOf('{', argument?.end ?? at + 1);
  }
  return found;
};
