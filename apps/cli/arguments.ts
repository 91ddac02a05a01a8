import { type Command, InvalidArgumentError, Option } from 'commander';
import { isLabel } from '#libs/domain/label.js';

/** A whole number over 0, and at most `max`. @throws InvalidArgumentError */
export const countUpTo =
  (max: number) =>
  (text: string): number => {
    const number = Number(text);
    if (Number.isInteger(number) && number > 0 && number <= max) return number;
    const range = max === Number.MAX_SAFE_INTEGER ? 'over 0' : `from 1 to ${max}`;
    throw new InvalidArgumentError(`must be a whole number ${range}`);
  };

const maxNameLength = 100;

/** The name of something, as people read it. @throws InvalidArgumentError */
export const toName = (text: string): string => {
  if (isLabel(text, maxNameLength)) return text;
  throw new InvalidArgumentError(`must have 1 to ${maxNameLength} characters, and no control characters.`);
};

/** The address of a service. @throws InvalidArgumentError */
export const httpUrl = (text: string): string => {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError('must be a URL beginning with http:// or https://.');
};

/** A time as the API takes it: RFC 3339, or a date for its midnight UTC. @throws InvalidArgumentError */
export const timestamp = (text: string): string => {
  const time = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}(T.+(Z|[+-]\d{2}:\d{2}))?$/.test(text) && !Number.isNaN(time.getTime()))
    return time.toISOString();
  throw new InvalidArgumentError('must be a time such as 2026-11-23T08:00:00Z, or a date.');
};

/** The options that lists of one organization have in common. */
export interface ListOptions {
  organization?: string;
  limit: number;
}

const maxListed = 1_000;

/** Adds them to a command. */
export const asList = (command: Command): Command =>
  command
    .option('--organization <id>', 'needed when there are several')
    .addOption(new Option('--limit <number>', 'at most so many').argParser(countUpTo(maxListed)).default(100));
