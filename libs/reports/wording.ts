const numbers = new Intl.NumberFormat('en');

/** A number in English: `4,711`. */
export const numberOf = (count: number): string => numbers.format(count);

/** A number and its noun: `1 key`, `4,711 keys`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${numberOf(count)} ${count === 1 ? one : several}`;

/** A number and its noun, of none `no key`. */
export const countedOrNo = (count: number, one: string, several = `${one}s`): string =>
  count === 0 ? `no ${one}` : counted(count, one, several);

/** Words at the begin of a sentence. */
export const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** A number of times: `once`, `4 times`. */
export const timesText = (count: number): string => (count === 1 ? 'once' : counted(count, 'time'));

const units = { D: 'day', H: 'hour', M: 'minute', S: 'second' } as const;

/** An ISO 8601 duration in words, as far as it has one unit: `30 days`; any other stays as it is. */
export const durationText = (duration: string): string => {
  const [, days, time, unit] = /^P(?:(\d+)D|T(\d+)([HMS]))$/.exec(duration) ?? [];
  if (days !== undefined) return counted(Number(days), units.D);
  return time === undefined ? duration : counted(Number(time), units[unit as keyof typeof units]);
};

/** Words one after the other: `a`, `a and b`, `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
