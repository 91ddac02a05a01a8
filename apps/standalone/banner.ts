interface Banner {
  publicUrl: string;
  /** Address of the page of metrics. */
  metrics: string;
  dataDir: string;
  /** The first key; set only on the very first start. */
  apiKey: string | undefined;
}

const curlLine = (publicUrl: string, apiKey: string): string =>
  `curl -s ${publicUrl}/v1/translate -H 'Authorization: Bearer ${apiKey}' -H 'Content-Type: application/json' -d '{"text":"Good morning, dear friends.","source":"en","target":"es"}'`;

/** Information for somebody who has just started the service, and nothing else. */
export const banner = ({ publicUrl, metrics, dataDir, apiKey }: Banner): string =>
  [
    '',
    'Transledger is ready.',
    '',
    `  API          ${publicUrl}`,
    `  Docs         ${publicUrl}/docs`,
    `  Metrics      ${metrics}`,
    `  Data         ${dataDir}`,
    ...(apiKey === undefined
      ? [
          '  API key      the one shown at the first start; another: npm run -s transledger-admin -- keys create --name NAME',
        ]
      : [`  API key      ${apiKey}   (shown only now)`]),
    '',
    'Try it:',
    '',
    `  ${curlLine(publicUrl, apiKey ?? 'YOUR_API_KEY')}`,
    '',
    '',
  ].join('\n');
