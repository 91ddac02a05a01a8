import { oidcSettings } from './oidc-settings.js';

/** Settings of which all are set, or none. */
const groups: readonly (readonly string[])[] = [
  ['TRANSLEDGER_KAFKA_SASL_MECHANISM', 'TRANSLEDGER_KAFKA_USERNAME', 'TRANSLEDGER_KAFKA_PASSWORD'],
  ['TRANSLEDGER_TRITON_CERTIFICATE_FILE', 'TRANSLEDGER_TRITON_KEY_FILE'],
  Object.keys(oidcSettings),
];

/** Settings that need another one, which does without them. */
const needs: Readonly<Record<string, string>> = {
  TRANSLEDGER_DATABASE_DIRECT_URL: 'DATABASE_URL',
  S3_ENDPOINT: 'S3_BUCKET',
};

const missingOf = (names: readonly string[], isSet: (name: string) => boolean): string[] => {
  const missing = names.filter((name) => !isSet(name));
  if (missing.length === 0 || missing.length === names.length) return [];
  return [`${missing.join(' and ')} must be set beside ${names.filter(isSet).join(', ')}`];
};

/** Lists the settings that must be set because others are, well-formed or not; a line for those that belong together. */
export const missingSettings = (environment: NodeJS.ProcessEnv): string[] => {
  const isSet = (name: string): boolean => (environment[name] ?? '').trim() !== '';
  const isTritonChosen = environment.TRANSLEDGER_INFERENCE?.trim() === 'triton';
  return [
    ...(isTritonChosen && !isSet('TRITON_URLS') ? ['TRITON_URLS must be set for TRANSLEDGER_INFERENCE=triton'] : []),
    ...Object.entries(needs).flatMap(([name, needed]) => (isSet(name) ? missingOf([needed, name], isSet) : [])),
    ...groups.flatMap((names) => missingOf(names, isSet)),
  ];
};
