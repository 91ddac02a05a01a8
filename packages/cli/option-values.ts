import { InvalidArgumentError } from 'commander';

const maxCount = 1_000_000;

/** A whole number over 0. @throws InvalidArgumentError */
export const toCount = (text: string): number => {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0 && number <= maxCount) return number;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${maxCount}.`);
};

/** A whole number from 0 on. @throws InvalidArgumentError */
export const toSequence = (text: string): number => {
  const number = Number(text);
  if (text.trim() !== '' && Number.isSafeInteger(number) && number >= 0) return number;
  throw new InvalidArgumentError('It must be a whole number from 0 on.');
};

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A time span such as `30m`, `24h`, `7d`, in milliseconds. @throws InvalidArgumentError */
export const toDuration = (text: string): number => {
  const unit = units[text.slice(-1)];
  const count = Number(text.slice(0, -1));
  if (unit !== undefined && text.length > 1 && Number.isInteger(count) && count > 0) return count * unit;
  throw new InvalidArgumentError('It must be a time span such as 30m, 24h or 7d.');
};

/** Values of an option that may be repeated, or have commas in it. */
export const toSeveral = (text: string, before: readonly string[] = []): string[] => [
  ...before,
  ...text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
];
