import { sourceUrlOf } from '#libs/platform/outbound-http/source-url.js';

/** Parses the text of a setting, or throws an Error that names the expected form. */
export type Parser<T> = (text: string) => T;

const fail = (expectation: string): never => {
  throw new Error(`must be ${expectation}`);
};

export const text: Parser<string> = (value) => value;

export const integer =
  (min: number, max: number): Parser<number> =>
  (value) => {
    const number = Number(value);
    return /^\d+$/.test(value) && number >= min && number <= max
      ? number
      : fail(`a whole number from ${min} to ${max}`);
  };

export const flag: Parser<boolean> = (value) => {
  if (value === 'true' || value === '1') return true;
  if (value === 'false' || value === '0') return false;
  return fail('true or false');
};

export const oneOf =
  <const T extends string>(...choices: readonly T[]): Parser<T> =>
  (value) =>
    choices.find((choice) => choice === value) ?? fail(`one of ${choices.join(', ')}`);

export const list =
  <T>(item: Parser<T>): Parser<T[]> =>
  (value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(item);

export const url =
  (...schemes: readonly string[]): Parser<string> =>
  (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    return parsed !== undefined && schemes.includes(parsed.protocol.slice(0, -1))
      ? value.replace(/\/+$/, '')
      : fail(`a URL beginning with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);
  };

/** A URL that files are fetched below, with user name and password where it needs them. */
export const sourceUrl: Parser<string> = (value) => {
  sourceUrlOf(value);
  return value;
};

/** A URL of that kind, or the path of a file. */
export const sourceUrlOrPath: Parser<string> = (value) => (/^https?:/i.test(value) ? sourceUrl(value) : value);

/** A pair of languages, and the size of its model where one is meant: `en-de`, `zh-Hans-en:base`. */
export const modelName: Parser<string> = (value) =>
  /^[a-z]{2,3}(-[a-z]{4})?-[a-z]{2,3}(-[a-z]{4})?(:[a-z0-9][a-z0-9-]*)?$/i.test(value)
    ? value
    : fail('pairs of languages such as en-de, with :tiny, :base or :base-memory where one of them is meant');

/** An address checked by its scheme alone: lists of hosts are no URL to the platform's parser. */
export const addressOf =
  (...schemes: readonly string[]): Parser<string> =>
  (value) =>
    schemes.some((scheme) => value.startsWith(`${scheme}://`) && value.length > scheme.length + 3)
      ? value
      : fail(`an address beginning with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`);

/** The address of a process of ours: `unix:///path` or `tcp://host:port`. */
export const socketAddress: Parser<string> = (value) => {
  if (/^unix:\/\/\/[^\0]+$/.test(value)) return value;
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  const isPlace = parsed?.protocol === 'tcp:' && parsed.hostname !== '' && parsed.port !== '';
  return isPlace && /^tcp:\/\/[^/@?#]+$/.test(value)
    ? value
    : fail('an address such as unix:///path or tcp://host:port');
};

export const origin: Parser<string> = (value) =>
  URL.canParse(value) && new URL(value).origin === value ? value : fail('origins such as https://console.example.com');

export const base64Key: Parser<Buffer> = (value) => {
  const key = Buffer.from(value, 'base64');
  return key.length === 32 && key.toString('base64').replace(/=+$/, '') === value.replace(/=+$/, '')
    ? key
    : fail('32 bytes in base64 (openssl rand -base64 32)');
};

const durationForm = /^P(?=.)(?:(\d+)W)?(?:(\d+)D)?(?:T(?=.)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/;
const unitMilliseconds = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000];

/** ISO 8601 duration of weeks, days, hours, minutes and seconds, in milliseconds. */
export const duration: Parser<number> = (value) => {
  const match = durationForm.exec(value);
  if (match === null) return fail('an ISO 8601 duration such as P7D or PT12H');
  const total = unitMilliseconds.reduce((sum, unit, index) => sum + Number(match[index + 1] ?? 0) * unit, 0);
  return total > 0 ? total : fail('a duration longer than nothing');
};

/** The duration as ISO 8601, in days and smaller units. */
export const formatDuration = (milliseconds: number): string => {
  const [, ...units] = unitMilliseconds;
  let rest = milliseconds;
  const counts = units.map((unit) => {
    const count = Math.floor(rest / unit);
    rest -= count * unit;
    return count;
  });
  const [days = '', ...time] = counts.map((count, index) => (count > 0 ? `${count}${'DHMS'.charAt(index)}` : ''));
  const clock = time.join('');
  return `P${days}${clock === '' ? '' : `T${clock}`}`;
};

export const languagePair: Parser<{ source: string; target: string }> = (value) => {
  const match = /^([a-z]{2})-([a-z]{2})$/.exec(value);
  return match
    ? { source: match[1] ?? '', target: match[2] ?? '' }
    : fail('pairs of ISO 639-1 codes such as en-es,es-en');
};
