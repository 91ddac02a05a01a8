import { ValidateBy, type ValidationOptions } from 'class-validator';
import { parseRange } from '#libs/platform/ip-address/ip-range.js';

const constraint = (
  name: string,
  validate: (value: unknown) => boolean,
  message: string,
  options?: ValidationOptions,
) => ValidateBy({ name, validator: { validate, defaultMessage: () => message } }, options);

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\0');

/** Requires text that can be translated and stored: well-formed Unicode without NUL, and not empty. */
export const IsText = (options?: ValidationOptions) =>
  constraint(
    'isText',
    (value) => isText(value) && value !== '',
    'must be a string of valid Unicode without NUL characters',
    options,
  );

/** Requires a short label: no control characters, at most `max` code points. */
export const IsLabel = (max: number, options?: ValidationOptions) =>
  constraint(
    'isLabel',
    (value) => isText(value) && value.trim() !== '' && [...value].length <= max && !/\p{Cc}/u.test(value),
    `must be a string of 1 to ${max} characters without control characters`,
    options,
  );

const rfc3339 = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** False for a day that is not in the calendar (2026-02-30), which `Date` would carry over. */
const isCalendarDay = (day: string): boolean => {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day);
};

/** Limits of the times that the database can store and count days from; times beyond are clamped to them. */
const earliest = Date.parse('0001-01-01T00:00:00Z');
const latest = Date.parse('9999-12-30T23:59:59.999Z');

/** Parses an ISO 8601 date (its midnight UTC) or time; a time without an offset is UTC. */
export const parseTimestamp = (value: string): Date | undefined => {
  if (!rfc3339.test(value) || !isCalendarDay(value.slice(0, 10))) return undefined;
  const hasTime = value.length > 10;
  const hasOffset = /(Z|[+-]\d{2}:\d{2})$/.test(value);
  const date = new Date(hasTime && !hasOffset ? `${value}Z` : value);
  const time = date.getTime();
  return Number.isNaN(time) ? undefined : new Date(Math.min(latest, Math.max(earliest, time)));
};

export const IsTimestamp = (options?: ValidationOptions) =>
  constraint(
    'isTimestamp',
    (value) => typeof value === 'string' && parseTimestamp(value) !== undefined,
    'must be an ISO 8601 date or time, such as 2026-11-21 or 2026-11-21T08:30:00Z',
    options,
  );

export const IsAddressRange = (options?: ValidationOptions) =>
  constraint(
    'isAddressRange',
    (value) => typeof value === 'string' && parseRange(value) !== undefined,
    'must be IPv4 or IPv6 addresses or CIDR ranges, such as 192.0.2.0/24',
    options,
  );
