import { crockfordDigits, crockfordDigit as digit } from '#libs/platform/ids/crockford.js';
import { isId } from '#libs/platform/ids/id-form.js';

const prefixLength = 'aud_'.length;
const partLength = 13;

/** The two digits of each value of ten bits. */
const pairs = Array.from({ length: 1024 }, (_, value) => digit(value >> 5) + digit(value));
const pair = (value: number): string => pairs[value & 1023] ?? '';

const numberPart = (number: number): string => {
  let rest = number;
  let digits = '';
  for (let i = 1; i < partLength; i += 2) {
    digits = pair(rest % 1024) + digits;
    rest = Math.floor(rest / 1024);
  }
  return digit(rest) + digits;
};

/** The first 65 bits of the UUID: twelve digits from three times 20 bits, one from the next five. */
const eventPart = (eventId: string): string => {
  const hex = eventId.replaceAll('-', '');
  let digits = '';
  for (let i = 0; i < 15; i += 5) {
    const bits = Number.parseInt(hex.slice(i, i + 5), 16);
    digits += pair(bits >> 10) + pair(bits);
  }
  return digits + digit(Number.parseInt(hex.slice(15, 17), 16) >> 3);
};

/**
 * `aud_` and 26 digits of Crockford's base 32: 13 of the entry's number in its organization, 13 of the
 * event's UUID. Ids sort in the order of the log, and a rebuild makes the same ones.
 */
export const formatAuditId = (number: number, eventId: string): string =>
  `aud_${numberPart(number)}${eventPart(eventId)}`;

/**
 * The number of the entry that an id claims to name; the look-up must compare the whole id with the
 * entry's. Undefined when the string is no audit id.
 */
export const entryNumberOf = (id: string): number | undefined => {
  if (!isId(id, 'aud')) return undefined;
  let number = 0;
  for (const character of id.slice(prefixLength, prefixLength + partLength)) {
    number = number * 32 + crockfordDigits.indexOf(character);
  }
  return Number.isSafeInteger(number) ? number : undefined;
};
