import { isIPv4 } from 'node:net';
import { ValidateBy, type ValidationArguments, type ValidationOptions } from 'class-validator';
import { unknownUserId } from '#libs/application/key-access.js';
import { duration } from '#libs/platform/config/parsers.js';
import { didYouMean } from '#libs/platform/errors/did-you-mean.js';
import { isId } from '#libs/platform/ids/id-form.js';
import { parseAddress } from '#libs/platform/ip-address/ip-address.js';
import { parseRange } from '#libs/platform/ip-address/ip-range.js';
import { isLabel, isText, labelOf } from '#libs/platform/line-text/label.js';
import { isLineText } from '#libs/platform/line-text/line-text.js';
import { passwordFault } from '#libs/platform/passwords/password-hashing.js';
import { isLanguageCode } from '#libs/text/languages/iso-639-1.js';
import { baseLanguage, canonicalTag } from '#libs/text/languages/language-tag.js';
import { likelyTag } from '#libs/text/languages/likely-tag.js';

/** A rule of a field, with the words for what breaks it. */
export const constraint = (
  name: string,
  validate: (value: unknown) => boolean,
  message: string | ((value: unknown) => string),
  options?: ValidationOptions,
) => {
  const defaultMessage = (found?: ValidationArguments): string =>
    typeof message === 'string' ? message : message(found?.value);
  return ValidateBy({ name, validator: { validate, defaultMessage } }, options);
};

/** The fault of a value that is no text. */
const notText = 'must be a string of valid Unicode without NUL characters';

/** The fault of a value that is no text, or an empty one. */
export const faultOfText = (value: unknown): string => {
  if (typeof value !== 'string') return 'must be a string';
  return value === '' ? 'must not be empty' : notText;
};

/** Requires text that can be translated and stored: well-formed Unicode without NUL, and not empty. */
export const IsText = (options?: ValidationOptions) =>
  constraint('isText', (value) => isText(value) && value !== '', faultOfText, options);

export const IsLabel = (max: number, options?: ValidationOptions) =>
  constraint('isLabel', (value) => isLabel(value, max), `must be a string of ${labelOf(max)}`, options);

/**
 * Whether it has the form of what a user is known by in the audit log: an id, known or not, the operator of the command
 * line, alone or by the name of a key, or what stands for nobody known.
 */
export const mayBeUserId = (value: unknown): value is string =>
  isText(value) && (/^usr_.|^operator(:|$)/s.test(value) || value === unknownUserId);

/** The fault of a value that is no user id. */
export const notUserId =
  'must be the id of a user, which begins with usr_: GET /v1/users has it, for a key with organization:manage or compliance:read';

const notUserIdOrEmail =
  'must be the id of a user, which begins with usr_, or the e-mail address: GET /v1/users has both, for a key with organization:manage or compliance:read';

export const IsUserId = (options?: ValidationOptions) => constraint('isUserId', mayBeUserId, notUserId, options);

export const languageTagForm = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/;

/** Whether it is the code of a language of ISO 639-1, or of a variant of one, installed or not. */
const isCodeOfLanguage = (value: unknown): boolean =>
  typeof value === 'string' && languageTagForm.test(value) && isLanguageCode(baseLanguage(canonicalTag(value)));

const notLanguageTag = (value: unknown): string =>
  `must be the code of a language, such as "es"${didYouMean(typeof value === 'string' ? likelyTag(value) : undefined)}`;

/** Requires the code of a language, installed or not: any other would find nothing. */
export const IsLanguageTag = (options?: ValidationOptions) =>
  constraint('isLanguageTag', isCodeOfLanguage, notLanguageTag, options);

const emailForm = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,189}$/u;

const mayBeEmail = (value: unknown): boolean => isText(value) && emailForm.test(value) && isLineText(value);

/** Requires what a user is known by in the audit log, or may be an address of mail. */
export const IsUserIdOrEmail = (options?: ValidationOptions) =>
  constraint('isUserIdOrEmail', (value) => mayBeUserId(value) || mayBeEmail(value), notUserIdOrEmail, options);

/** Requires what may be an address of mail; whether it is one, only mail would tell. */
export const IsEmailAddress = (options?: ValidationOptions) =>
  constraint('isEmailAddress', mayBeEmail, 'must be an e-mail address', options);

export const IsNewPassword = (options?: ValidationOptions) =>
  constraint(
    'isNewPassword',
    (value) => isText(value) && passwordFault(value) === undefined,
    'must have at least 12 characters and at most 256 bytes',
    options,
  );

export const IsId = (prefix: string, options?: ValidationOptions) =>
  constraint(
    'isId',
    (value) => typeof value === 'string' && isId(value, prefix),
    `must be an id that begins with ${prefix}_`,
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

const notTimestamp = 'must be an ISO 8601 date or time, such as 2026-11-21 or 2026-11-21T08:30:00Z';

/** An offset whose `+` came as a space, as it does where it stands in a URL as it is. */
const offsetWithSpace = /T[\d:.]+ \d{2}:\d{2}$/;

export const IsTimestamp = (options?: ValidationOptions) =>
  constraint(
    'isTimestamp',
    (value) => typeof value === 'string' && parseTimestamp(value) !== undefined,
    (value) =>
      typeof value === 'string' && offsetWithSpace.test(value)
        ? `${notTimestamp}; the + of an offset is %2B in a URL`
        : notTimestamp,
    options,
  );

export const IsDay = (options?: ValidationOptions) =>
  constraint(
    'isDay',
    (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && isCalendarDay(value),
    'must be a day, such as 2026-11-21',
    options,
  );

export const IsAddressRange = (options?: ValidationOptions) =>
  constraint(
    'isAddressRange',
    (value) => typeof value === 'string' && parseRange(value) !== undefined,
    'must be IPv4 or IPv6 addresses or CIDR ranges, such as 192.0.2.0/24',
    options,
  );

export const IsAddress = (options?: ValidationOptions) =>
  constraint(
    'isAddress',
    (value) => typeof value === 'string' && parseAddress(value) !== undefined,
    'must be an IPv4 or IPv6 address',
    options,
  );

const hostLabel = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** A host as a URL writes it, in small letters: an ASCII name, or an IPv4 address; undefined for what is neither. */
export const parseHost = (value: string): string | undefined => {
  if (value.length > 253) return undefined;
  const host = value.toLowerCase();
  const labels = host.split('.');
  const isName = labels.every((label) => hostLabel.test(label));
  return isIPv4(host) || (isName && /^[a-z]/.test(labels.at(-1) ?? '')) ? host : undefined;
};

export const IsHost = (options?: ValidationOptions) =>
  constraint(
    'isHost',
    (value) => typeof value === 'string' && parseHost(value) !== undefined,
    'must be host names, such as hooks.example.com',
    options,
  );

/** An ISO 8601 duration of weeks, days and smaller units in milliseconds; undefined for what is none. */
export const parseDuration = (value: string): number | undefined => {
  try {
    return duration(value);
  } catch {
    return undefined;
  }
};

export const IsDuration = (options?: ValidationOptions) =>
  constraint(
    'isDuration',
    (value) => typeof value === 'string' && parseDuration(value) !== undefined,
    'must be an ISO 8601 duration of weeks, days, hours, minutes and seconds, such as P7D',
    options,
  );
