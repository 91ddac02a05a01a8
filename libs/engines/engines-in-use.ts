import { inferenceChoice, type Settings, usesInferenceProcess } from '#libs/platform/config/settings.js';

const embedded = 'embedded';

const translationIn = (settings: Settings): string => {
  if (inferenceChoice(settings) === 'triton') return 'Triton';
  const isElsewhere = usesInferenceProcess(settings) && settings.TRANSLEDGER_INFERENCE_URLS.length > 0;
  return isElsewhere ? 'inference process' : embedded;
};

/** Which engine does what under these settings: `embedded`, or what kind of server it is. */
export const enginesInUse = (settings: Settings): Record<string, string> => {
  const { DATABASE_URL, EVENTSTORE_URL, KAFKA_BROKERS, REDIS_URL, S3_BUCKET } = settings;
  const database = DATABASE_URL === undefined ? embedded : 'PostgreSQL';
  const eventStore = EVENTSTORE_URL === undefined ? database : 'EventStoreDB';
  return {
    database,
    'event store': eventStore,
    'message bus': KAFKA_BROKERS.length === 0 ? eventStore : 'Kafka',
    'job queue': REDIS_URL === undefined ? database : 'Redis',
    limits: REDIS_URL === undefined ? embedded : 'Redis',
    files: S3_BUCKET === undefined ? embedded : 'S3',
    translation: translationIn(settings),
  };
};

const tls = 'TLS';
const clear = 'without TLS';
/** No network lies between the service and its server. */
const local = 'on the same machine';
const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|::1)$/;

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

/** How servers at these hosts are reached. */
const reached = (hosts: readonly string[], isEncrypted: boolean): string => {
  if (isEncrypted) return tls;
  return hosts.every((host) => loopback.test(host)) ? local : clear;
};

const reachedByScheme = (urls: readonly string[], scheme: string): string =>
  reached(
    urls.map(hostOf),
    urls.every((url) => url.startsWith(`${scheme}://`)),
  );

/** `sslmode` of PostgreSQL, which is a wish of the client's alone below `require`. */
const postgresConnection = (url: string): string => {
  const mode = URL.canParse(url) ? new URL(url).searchParams.get('sslmode') : null;
  if (mode === null) return loopback.test(hostOf(url)) ? local : 'TLS not stated';
  return reached([hostOf(url)], ['require', 'verify-ca', 'verify-full', 'no-verify'].includes(mode));
};

/** How the servers of these settings are reached, by the name of the connection. */
export const connectionsInUse = (settings: Settings): Record<string, string> => {
  const { DATABASE_URL, EVENTSTORE_URL, KAFKA_BROKERS, REDIS_URL, S3_BUCKET, S3_ENDPOINT } = settings;
  const { TRITON_URLS, TRANSLEDGER_INFERENCE_URLS } = settings;
  return {
    ...(DATABASE_URL !== undefined && { 'PostgreSQL connection': postgresConnection(DATABASE_URL) }),
    ...(EVENTSTORE_URL !== undefined && {
      'EventStoreDB connection': reached([hostOf(EVENTSTORE_URL)], !/[?&]tls=false\b/i.test(EVENTSTORE_URL)),
    }),
    ...(KAFKA_BROKERS.length > 0 && {
      'Kafka connection': reached(
        KAFKA_BROKERS.map((broker) => broker.replace(/:\d{1,5}$/, '')),
        settings.TRANSLEDGER_KAFKA_TLS,
      ),
    }),
    ...(REDIS_URL !== undefined && { 'Redis connection': reachedByScheme([REDIS_URL], 'rediss') }),
    ...(S3_BUCKET !== undefined && {
      'S3 connection': S3_ENDPOINT === undefined ? tls : reachedByScheme([S3_ENDPOINT], 'https'),
    }),
    ...(usesInferenceProcess(settings) &&
      TRANSLEDGER_INFERENCE_URLS.length > 0 && {
        'inference connection': reached(
          TRANSLEDGER_INFERENCE_URLS.filter((url) => !url.startsWith('unix:')).map(hostOf),
          false,
        ),
      }),
    ...(TRITON_URLS.length > 0 && { 'Triton connection': reachedByScheme(TRITON_URLS, 'grpcs') }),
  };
};
