/** Whether white space or a letter right behind these bytes would be read as a part of their last control word. */
export const endsInControlWord = (raw: string): boolean => {
  let at = raw.length - 1;
  const letters = (): boolean => /[a-zA-Z]/.test(raw[at] ?? '');
  while (/[0-9]/.test(raw[at] ?? '')) at -= 1;
  if (at < raw.length - 1 && raw[at] === '-') at -= 1;
  if (!letters()) return false;
  while (letters()) at -= 1;
  let backslashes = 0;
  for (; raw[at] === '\\'; at -= 1) backslashes += 1;
  return backslashes % 2 === 1;
};

/** Begins a group of characters where it is not known what readers skip. */
export const characterGroup = '{\\uc1 ';

const written: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '{': '\\{',
  '}': '\\}',
  '\u00a0': '\\~',
  '\u2011': '\\_',
};

/**
 * A text in ASCII, all other characters as `\uN`; `skip` is the `\uc` in force, undefined where it is not known. Text
 * stays on its line, and loses characters that no document can hold.
 */
export const encodeText = (text: string, skip: number | undefined): string => {
  let encoded = '';
  let pending = '';
  const flush = (): void => {
    if (pending !== '') encoded += `${characterGroup}${pending}}`;
    pending = '';
  };
  const clean = text
    .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, ' ')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
    .replace(/[\u0000-\u001f\u007f]/g, '');
  for (let at = 0; at < clean.length; at += 1) {
    const character = clean[at] ?? '';
    const code = clean.charCodeAt(at);
    const known = written[character] ?? (code < 0x80 ? character : undefined);
    if (known === undefined && skip === undefined) pending += `\\u${signed(code)}?`;
    else {
      flush();
      encoded += known ?? `\\u${signed(code)}${skip === 0 ? ' ' : '?'.repeat(skip ?? 1)}`;
    }
  }
  flush();
  return encoded;
};

const signed = (code: number): number => (code > 0x7fff ? code - 0x10000 : code);
