import { decodeJson } from '../json/json-string.js';
import { JsonTokenizer } from '../json/json-tokens.js';

/** A value of JSON that is written anew. */
export type WrittenJson = string | number | boolean | null | readonly WrittenJson[] | { [key: string]: WrittenJson };

/** A member of an object, with its places in the text of that. */
interface Member {
  key: string;
  /** White space before the key. */
  gap: string;
  start: number;
  /** The text between key and value. */
  separator: string;
  value: number;
  end: number;
}

/** The members of an object by its text, which is JSON. */
export const membersOf = (object: string): Member[] => {
  const tokenizer = new JsonTokenizer();
  const members: Member[] = [];
  let depth = 0;
  let at = 0;
  let member: Member | undefined;
  let gap = '';
  for (const { kind, raw } of [...tokenizer.push(object), ...tokenizer.end()]) {
    const start = at;
    at += raw.length;
    if (kind === 'close') depth -= 1;
    if (kind === 'space') {
      if (depth === 1 && member === undefined) gap = raw;
      continue;
    }
    if (depth === 1 && kind !== 'comma' && kind !== 'colon') {
      if (member === undefined)
        member = { key: decodeJson(raw.slice(1, -1)), gap, start, separator: '', value: 0, end: at };
      else {
        if (member.value === 0) {
          member.value = start;
          member.separator = object.slice(member.end, start);
        }
        member.end = at;
      }
    }
    if (kind === 'open') depth += 1;
    if (member !== undefined && member.value > 0 && (depth === 0 || (depth === 1 && kind === 'comma'))) {
      members.push(member);
      member = undefined;
    }
    if (kind === 'comma' || kind === 'open') gap = '';
  }
  return members;
};

/** UTF-16 code units of white space that is repeated for each member that is written, at most. */
const maxIndent = 256;
const maxSeparator = 16;

/** The indent of the line that a gap between tokens ends with. */
export const indentIn = (gap: string): string =>
  gap.slice(Math.max(gap.lastIndexOf('\n'), gap.lastIndexOf('\r')) + 1).slice(0, maxIndent);

/** The text between a key and its value, without the white space that is too much to be repeated. */
export const separatorIn = (gap: string): string => (gap.length > maxSeparator ? ':' : gap);

/** How a file writes its objects. */
export interface JsonLayout {
  /** The text between key and value: ` : ` of Xcode. */
  separator: string;
  /** The line break before a member, and the white space of one level; undefined where all is on one line. */
  lines: { end: string; step: string } | undefined;
}

const writtenList = (
  items: readonly string[],
  [open, close]: readonly [string, string],
  { lines }: JsonLayout,
  indent: string,
): string => {
  if (lines === undefined) return open + items.join(',') + close;
  const inner = `${lines.end}${indent}${lines.step}`;
  return `${open}${inner}${items.join(`,${inner}`)}${lines.end}${indent}${close}`;
};

/** The text of a value whose line has an indent. */
export const writtenJson = (value: WrittenJson, layout: JsonLayout, indent: string): string => {
  const inner = indent + (layout.lines?.step ?? '');
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) {
    const items = value.map((item: WrittenJson) => writtenJson(item, layout, inner));
    return writtenList(items, ['[', ']'], layout, indent);
  }
  const members = Object.entries(value).map(
    ([key, item]) => JSON.stringify(key) + layout.separator + writtenJson(item, layout, inner),
  );
  return writtenList(members, ['{', '}'], layout, indent);
};

/** The object with a member, which stands where its key belongs; `write` gets the indent of its line. */
export const withMember = (
  object: string,
  key: string,
  write: (indent: string) => string,
  layout: JsonLayout,
  indent: string,
): string => {
  const members = membersOf(object);
  const same = members.find((member) => member.key === key);
  if (same !== undefined) return object.slice(0, same.value) + write(indentIn(same.gap)) + object.slice(same.end);
  const last = members.at(-1);
  if (last === undefined)
    return writtenList(
      [JSON.stringify(key) + layout.separator + write(indent + (layout.lines?.step ?? ''))],
      ['{', '}'],
      layout,
      indent,
    );
  const next = members.find((member) => member.key > key);
  const beside = next ?? last;
  const member = JSON.stringify(key) + layout.separator + write(indentIn(beside.gap));
  if (next !== undefined) return `${object.slice(0, next.start)}${member},${next.gap}${object.slice(next.start)}`;
  return `${object.slice(0, last.end)},${last.gap}${member}${object.slice(last.end)}`;
};
