import { isWellFormedApiKey } from '#libs/platform/ids/api-key-format.js';
import { parseRange } from '#libs/platform/ip-address/ip-range.js';
import { didYouMean } from '../errors/did-you-mean.js';
import { isLabel } from '../line-text/label.js';
import { engineSettings } from './engine-settings.js';
import { missingSettings } from './missing-settings.js';
import { modelSettings } from './model-settings.js';
import { oidcSettings } from './oidc-settings.js';
import {
  base64Key,
  duration,
  flag,
  integer,
  languagePair,
  list,
  modelName,
  oneOf,
  origin,
  type Parser,
  sourceUrl,
  sourceUrlOrPath,
  text,
  url,
} from './parsers.js';
import { optional, type Setting, setting } from './setting.js';
import { similarSetting } from './similar-setting.js';

const addressRange: Parser<string> = (value) => {
  if (parseRange(value) === undefined) throw new Error('must be addresses and CIDR ranges, separated by commas');
  return value;
};

const apiKey: Parser<string> = (value) => {
  if (!isWellFormedApiKey(value)) throw new Error('must be a key of the form tl_live_… with its checksum');
  return value;
};

const personsName: Parser<string> = (value) => {
  if (!isLabel(value, 100)) throw new Error('must be a name of at most 100 characters, without control characters');
  return value;
};

const limit = integer(0, Number.MAX_SAFE_INTEGER);
/** At least the largest body that a route takes. */
const bodyBytes = integer(16 * 1024 * 1024, Number.MAX_SAFE_INTEGER);

const tierSettings = <const Tier extends string>(
  tier: Tier,
  perMinute: string,
  perDay: string,
  concurrent: string,
  connections: string,
  storageBytes: string,
) =>
  ({
    [`TRANSLEDGER_TIER_${tier}_REQUESTS_PER_MINUTE`]: setting(
      perMinute,
      limit,
      `Requests in 60 s for a key of tier ${tier.toLowerCase()}; 0 is unlimited.`,
    ),
    [`TRANSLEDGER_TIER_${tier}_CHARACTERS_PER_DAY`]: setting(
      perDay,
      limit,
      'Characters in a UTC day for an organization of that tier; 0 is unlimited.',
    ),
    [`TRANSLEDGER_TIER_${tier}_CONCURRENT_REQUESTS`]: setting(
      concurrent,
      limit,
      'Requests of one key at the same time; 0 is unlimited.',
    ),
    [`TRANSLEDGER_TIER_${tier}_CONNECTIONS`]: setting(
      connections,
      limit,
      'Open stream connections of one key; 0 is unlimited.',
    ),
    [`TRANSLEDGER_TIER_${tier}_STORAGE_BYTES`]: setting(
      storageBytes,
      limit,
      'Bytes of files that an organization of that tier may have stored; 0 is unlimited.',
    ),
  }) as Record<
    | `TRANSLEDGER_TIER_${Tier}_REQUESTS_PER_MINUTE`
    | `TRANSLEDGER_TIER_${Tier}_CHARACTERS_PER_DAY`
    | `TRANSLEDGER_TIER_${Tier}_CONCURRENT_REQUESTS`
    | `TRANSLEDGER_TIER_${Tier}_CONNECTIONS`
    | `TRANSLEDGER_TIER_${Tier}_STORAGE_BYTES`,
    Setting<number> & { default: string }
  >;

/** Every setting: the one list that the start checks against and that `.env.example` is made from. */
export const settingDefinitions = {
  HOST: setting('127.0.0.1', text, 'Address that the API listens on.'),
  PORT: setting('8080', integer(0, 65_535), 'Port that the API listens on.'),
  TRANSLEDGER_PUBLIC_URL: optional(
    url('http', 'https'),
    'What download URLs begin with, and where users sign in; http://HOST:PORT when unset.',
  ),
  TRANSLEDGER_TRUSTED_PROXIES: setting(
    '',
    list(addressRange),
    'Addresses and CIDR ranges whose X-Forwarded-For is believed.',
  ),
  TRANSLEDGER_CORS_ORIGINS: setting('', list(origin), 'Origins that browsers may call the API from; none when empty.'),
  TRANSLEDGER_DATA_DIR: setting('./data', text, 'Everything that the embedded engines keep.'),
  TRANSLEDGER_DISK_RESERVE: setting(
    '1073741824',
    limit,
    'Bytes of the data folder’s disk that files leave free for the log and the database; 0 is none.',
  ),
  TRANSLEDGER_MASTER_KEY: optional(base64Key, 'Base64 of 32 bytes; made and kept in the data folder when unset.'),
  TRANSLEDGER_LOG_LEVEL: setting(
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace'),
    'Least severity that is logged.',
  ),
  TRANSLEDGER_METRICS_HOST: setting('127.0.0.1', text, 'Address that /metrics is served on, never that of the API.'),
  TRANSLEDGER_METRICS_PORT: optional(
    integer(1, 65_535),
    'Port of /metrics; also of /health of a projector or worker that runs alone. 9464, or the next free one, when unset.',
  ),
  TRANSLEDGER_NODE_PORT: optional(
    integer(1, 65_535),
    'Port on which API nodes reach each other, so that a stream resumes on any of them; on its own node alone when unset.',
  ),
  TRANSLEDGER_NODE_ADDRESS: optional(
    text,
    'Host name or address at which the other API nodes reach this one; HOST, or the machine’s name, when unset.',
  ),
  TRANSLEDGER_BOOTSTRAP_API_KEY: optional(
    apiKey,
    'The first key; made when unset, and shown to a terminal or written to first-api-key in the data folder. Ignored once the organization exists.',
  ),
  TRANSLEDGER_BOOTSTRAP_TIER: setting('max', oneOf('entry', 'pro', 'max'), 'Tier of the first organization.'),
  TRANSLEDGER_BOOTSTRAP_OWNER: optional(
    personsName,
    'Name of the owner in whose name the first key acts. Ignored once the organization exists.',
  ),
  ...tierSettings('ENTRY', '60', '100000', '5', '2', '2147483648'),
  ...tierSettings('PRO', '600', '10000000', '50', '20', '107374182400'),
  ...tierSettings('MAX', '3000', '0', '200', '100', '0'),
  TRANSLEDGER_ORGANIZATION_LIMIT_FACTOR: setting(
    '5',
    limit,
    'Requests of all keys of an organization, in 60 s and at the same time: so many times those of one key; 0 is unlimited.',
  ),
  TRANSLEDGER_BODY_BYTES: setting(
    '67108864',
    bodyBytes,
    'Memory of each API node for bodies of requests in flight; documents stream past it.',
  ),
  TRANSLEDGER_ORGANIZATION_BODY_BYTES: setting('33554432', bodyBytes, 'What one organization may have of it.'),
  TRANSLEDGER_INFERENCE: optional(
    oneOf('apertium', 'triton', 'marian', 'echo', 'pseudo'),
    'Translation engine: triton when TRITON_URLS is set, else what is installed: marian where a model has the pair, else apertium. marian translates with installed models alone. echo gives the text back, for measuring the service alone; pseudo exchanges each letter for an accented one, for seeing what a translation reaches.',
  ),
  TRANSLEDGER_LANGUAGE_PAIRS: setting(
    '',
    list(languagePair),
    'Pairs that Apertium offers, such as en-es,es-en; all that are installed when empty.',
  ),
  TRANSLEDGER_APERTIUM_PIPELINES: setting(
    '6',
    integer(1, 100),
    'Most language pairs kept warm at the same time in one process.',
  ),
  TRANSLEDGER_MODELS: setting(
    '',
    list(modelName),
    'Translation models that are installed at start where they are missing, such as en-de,de-en:tiny; none when empty.',
  ),
  TRANSLEDGER_MODELS_MIRROR: optional(
    sourceUrl,
    'URL that models are fetched below, in place of the public sources; may have a user name and a password.',
  ),
  TRANSLEDGER_MODELS_CATALOGUE: optional(
    sourceUrlOrPath,
    'File or URL of a catalogue of models that is looked into before the one that is built in.',
  ),
  TRANSLEDGER_PIVOT: setting(
    'true',
    flag,
    'Translates through one or two other languages where the engine has no direct pair.',
  ),
  TRANSLEDGER_CACHE_BYTES: setting(
    '67108864',
    integer(0, Number.MAX_SAFE_INTEGER),
    'Memory of each API node for texts that it has translated before; 0 turns the cache off.',
  ),
  TRANSLEDGER_DOCUMENT_TTL: setting('P7D', duration, 'How long a translated document is kept, an ISO 8601 duration.'),
  TRANSLEDGER_REPORT_TTL: setting('P30D', duration, 'How long a report is kept.'),
  TRANSLEDGER_LEASE_TTL: optional(
    duration,
    'Longest time that a process that died keeps its leases and jobs, an ISO 8601 duration; 5 to 30 s when unset. Less than PT5S is for tests.',
  ),
  TRANSLEDGER_START_WAIT: setting(
    'PT5S',
    duration,
    'How long a start of the API waits until the read models know the newest keys, an ISO 8601 duration.',
  ),
  TRANSLEDGER_STREAM_DRAIN: setting(
    'PT10S',
    duration,
    'How long the translations of open streams may go on when the API stops, an ISO 8601 duration.',
  ),
  TRANSLEDGER_SWEEP_INTERVAL: optional(
    duration,
    'Longest time between two runs of each sweep of the worker, an ISO 8601 duration; between 5 s and an hour, each its own, when unset. Less than PT15S is for tests: writes of a process that died may come later.',
  ),
  TRANSLEDGER_DATA_REGION: setting('local', text, 'Region that the compliance status states.'),
  TRANSLEDGER_DATA_LOCATIONS: setting('', list(text), 'Places that the compliance status states, separated by commas.'),
  TRANSLEDGER_WITNESSES: optional(
    text,
    'File that names the witnesses who cosign the heads of audit logs, a C2SP tlog-policy; none when unset.',
  ),
  TRANSLEDGER_TSA_URL: optional(
    url('http', 'https'),
    'Authority that gives time stamps (RFC 3161) of the heads of audit logs, at most one an hour of each; none when unset.',
  ),
  ...oidcSettings,
  TRANSLEDGER_WEBHOOK_ALLOW_PRIVATE: setting(
    'false',
    flag,
    'Lets webhooks go to private addresses and to every port; for development and tests.',
  ),
  TRANSLEDGER_WEBHOOK_ALLOW_HTTP: setting(
    'false',
    flag,
    'Lets webhooks go over plain http; for development and tests.',
  ),
  ...modelSettings,
  ...engineSettings,
} as const;

type Definitions = typeof settingDefinitions;
type Value<D> = D extends Setting<infer T> & { default: string }
  ? T
  : D extends Setting<infer T>
    ? T | undefined
    : never;

export type Settings = { readonly [Name in keyof Definitions]: Value<Definitions[Name]> };

/** All faults of the configuration, a line each. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

const ownPrefix = 'TRANSLEDGER_';

const hintOf = (name: string): string => didYouMean(similarSetting(name, Object.keys(settingDefinitions)));

/**
 * Reads and checks all settings. An empty variable counts as unset.
 * @throws ConfigurationError naming every malformed, unknown and missing setting at once
 */
export const readSettings = (environment: NodeJS.ProcessEnv): Settings => {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, { default: fallback, parse }] of Object.entries<Setting<unknown>>(settingDefinitions)) {
    const given = environment[name]?.trim() || fallback;
    if (given === undefined) continue;
    try {
      values[name] = parse(given);
    } catch (error) {
      problems.push(`${name} ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  for (const name of Object.keys(environment)) {
    if (name.startsWith(ownPrefix) && !Object.hasOwn(settingDefinitions, name))
      problems.push(`${name} is not a setting${hintOf(name)}`);
  }
  problems.push(...missingSettings(environment));
  if (problems.length > 0) throw new ConfigurationError(problems);
  return values as Settings;
};

/** The chosen translation engine; when none is chosen, the one whose servers are set, or else those that are installed. */
export const inferenceChoice = ({
  TRANSLEDGER_INFERENCE,
  TRITON_URLS,
}: Settings): 'apertium' | 'triton' | 'marian' | 'echo' | 'pseudo' | 'installed' =>
  TRANSLEDGER_INFERENCE ?? (TRITON_URLS.length > 0 ? 'triton' : 'installed');

/** Whether the inference process translates, alone or beside another engine. */
export const usesInferenceProcess = (settings: Settings): boolean =>
  ['marian', 'installed'].includes(inferenceChoice(settings));

/** Where a program on the same machine reaches the API: an address of all interfaces is none to connect to. */
export const localUrlOf = ({ HOST: host, PORT: port }: Settings): string => {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
};

/** Prefix of download URLs. */
export const publicUrlOf = ({ TRANSLEDGER_PUBLIC_URL, HOST, PORT }: Settings): string => {
  const host = HOST.includes(':') ? `[${HOST}]` : HOST;
  return TRANSLEDGER_PUBLIC_URL ?? `http://${host}:${PORT}`;
};
