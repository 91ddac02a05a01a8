import { settingDefinitions } from '#libs/platform/config/settings.js';

/** Settings that the chart decides by itself, from `host`, `ports` and its own folders. */
const madeByChart = [
  ...[
    'HOST',
    'PORT',
    'TRANSLEDGER_METRICS_HOST',
    'TRANSLEDGER_METRICS_PORT',
    'TRANSLEDGER_NODE_PORT',
    'TRANSLEDGER_NODE_ADDRESS',
  ],
  'TRANSLEDGER_DATA_DIR',
];

/** Variables that come from an existing secret, as a value or as a file. */
export const fromSecrets = [
  'TRANSLEDGER_MASTER_KEY',
  'DATABASE_URL',
  'TRANSLEDGER_DATABASE_DIRECT_URL',
  'EVENTSTORE_URL',
  'REDIS_URL',
  'TRANSLEDGER_KAFKA_USERNAME',
  'TRANSLEDGER_KAFKA_PASSWORD',
  'TRANSLEDGER_KAFKA_CA_FILE',
  'TRANSLEDGER_TRITON_CA_FILE',
  'TRANSLEDGER_TRITON_CERTIFICATE_FILE',
  'TRANSLEDGER_TRITON_KEY_FILE',
  'TRANSLEDGER_OIDC_CLIENT_SECRET',
];

/** Settings that `npm start` alone reads: roles that run by themselves create no organization. */
const ofStandalone = ['TRANSLEDGER_BOOTSTRAP_API_KEY', 'TRANSLEDGER_BOOTSTRAP_TIER', 'TRANSLEDGER_BOOTSTRAP_OWNER'];

/** Variables that are no settings of ours, but of Node and of the S3 client. */
export const foreignVariables = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'NODE_EXTRA_CA_CERTS', 'NODE_OPTIONS'];

const elsewhere = new Set([...madeByChart, ...fromSecrets, ...ofStandalone]);

/** The chart's schema of `settings`: each setting that is neither a secret nor the chart's own. */
export const plainSettingsSchema = (): Record<string, { type: string; description: string; default?: string }> =>
  Object.fromEntries(
    Object.entries(settingDefinitions)
      .filter(([name]) => !elsewhere.has(name))
      .map(([name, { description, default: fallback }]) => [
        name,
        { type: 'string', description, ...(fallback === undefined ? {} : { default: fallback }) },
      ]),
  );
