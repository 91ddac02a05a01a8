import type { Wishes } from './live-translation';

interface SameCall {
  name: 'curl' | 'SDK' | 'CLI';
  code: string;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const givenOf = ({ source, ...others }: Wishes) => ({ ...(source !== undefined && { source }), ...others });

/** The translation of a text as whoever writes a program asks for it. No key is in it. */
export const sameCalls = (origin: string, text: string, wishes: Wishes): SameCall[] => {
  const body = { text, ...givenOf(wishes) };
  const options = Object.entries(givenOf(wishes)).map(
    ([name, value]) => `--${name.replace('_id', '')} ${quoted(String(value))}`,
  );
  return [
    {
      name: 'curl',
      code: [
        `curl ${origin}/v1/translate \\`,
        `  -H "Authorization: Bearer $TRANSLEDGER_API_KEY" -H 'Content-Type: application/json' \\`,
        `  -d ${quoted(JSON.stringify(body))}`,
      ].join('\n'),
    },
    {
      name: 'SDK',
      code: [
        `const client = new Transledger({ baseUrl: '${origin}', apiKey: process.env.TRANSLEDGER_API_KEY });`,
        `const { translation } = await client.translate(${JSON.stringify(body, null, 2)});`,
      ].join('\n'),
    },
    { name: 'CLI', code: `transledger translate ${options.join(' ')} -- ${quoted(text)}` },
  ];
};
