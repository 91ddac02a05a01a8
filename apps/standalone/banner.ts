/** The first key as the banner says it: itself, the file that it is in, or nothing more than that there is one. */
export type ShownKey = { key: string } | { file: string } | { from: 'setting' | 'earlier' };

interface Banner {
  publicUrl: string;
  /** Address of the page of metrics. */
  metrics: string;
  dataDir: string;
  firstKey: ShownKey;
  /** The link by which the owner of the first start signs in; undefined where one can, or nobody sees it. */
  ownerUrl: string | undefined;
  /** Whether a model is installed, or is being: else it is said how. */
  hasModels: boolean;
}

const keyLine = (firstKey: ShownKey): string => {
  if ('key' in firstKey) return `${firstKey.key}   (shown only now)`;
  if ('file' in firstKey) return `in ${firstKey.file}   (for its owner alone; remove it once you have taken the key)`;
  return firstKey.from === 'setting'
    ? 'that of TRANSLEDGER_BOOTSTRAP_API_KEY'
    : 'the one shown at the first start; another: npm run -s transledger-admin -- keys create --name NAME';
};

/** A word of a shell that is the header with the key. */
const authorization = (firstKey: ShownKey): string => {
  if ('key' in firstKey) return `'Authorization: Bearer ${firstKey.key}'`;
  return 'file' in firstKey
    ? `"Authorization: Bearer $(cat '${firstKey.file.replaceAll("'", "'\\''")}')"`
    : `'Authorization: Bearer YOUR_API_KEY'`;
};

const curlLine = (publicUrl: string, firstKey: ShownKey): string =>
  `curl -s ${publicUrl}/v1/translate -H ${authorization(firstKey)} -H 'Content-Type: application/json' -d '{"text":"Good morning, dear friends.","source":"en","target":"es"}'`;

/** Information for somebody who has just started the service, and nothing else. */
export const banner = ({ publicUrl, metrics, dataDir, firstKey, ownerUrl, hasModels }: Banner): string =>
  [
    '',
    'Transledger is ready.',
    '',
    `  API          ${publicUrl}`,
    `  Console      ${publicUrl}/console/`,
    ...(ownerUrl === undefined
      ? []
      : [
          `  Sign in      ${ownerUrl}   (once, for fifteen minutes; another: npm run -s transledger-admin -- owner link)`,
        ]),
    `  Docs         ${publicUrl}/docs`,
    `  Metrics      ${metrics}`,
    `  Data         ${dataDir}`,
    `  API key      ${keyLine(firstKey)}`,
    ...(hasModels
      ? []
      : [
          '  Models       none is installed; neural translation, here to German: npm run -s transledger-admin -- models add en-de',
        ]),
    '',
    'Try it:',
    '',
    `  ${curlLine(publicUrl, firstKey)}`,
    '',
    '',
  ].join('\n');
