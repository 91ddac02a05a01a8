import { type Command, InvalidArgumentError, Option } from 'commander';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { isLabel, labelOf } from '#libs/platform/line-text/label.js';

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
  throw new InvalidArgumentError(`must have ${labelOf(maxNameLength)}.`);
};

/** The address of a service. @throws InvalidArgumentError */
export const httpUrl = (text: string): string => {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text;
  throw new InvalidArgumentError('must be a URL beginning with http:// or https://.');
};

/** Form of a time, for the help of an option. */
export const timeForm = 'RFC 3339, or a date for its midnight UTC';

/** A time as the API takes it: RFC 3339, or a date for its midnight UTC. @throws InvalidArgumentError */
export const timestamp = (text: string): string => {
  const time = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}(T.+(Z|[+-]\d{2}:\d{2}))?$/.test(text) && !Number.isNaN(time.getTime()))
    return time.toISOString();
  throw new InvalidArgumentError('must be a time such as 2026-11-23T08:00:00Z, or a date.');
};

/** @throws Rejection when the end is before the start; both are of the same form, which sorts as they follow each other */
export const assertPeriod = ({ start, end }: { start?: string | undefined; end?: string | undefined }): void => {
  if (start === undefined || end === undefined || end >= start) return;
  throw new Rejection('invalid_request', { message: `--end (${end}) is before --start (${start}).` });
};

/** Values of an option that takes several, each an argument of its own or separated by commas. @throws InvalidArgumentError */
export const severalOf =
  <Value extends string>(choices: readonly Value[]) =>
  (text: string, before: readonly Value[] = []): Value[] => {
    const values = text.split(',').map((name) => {
      const value = choices.find((choice) => choice === name.trim());
      if (value !== undefined) return value;
      throw new InvalidArgumentError(`There is no ${JSON.stringify(name)}. Allowed choices are ${choices.join(', ')}.`);
    });
    return [...before, ...values];
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
