import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { sameCalls } from './same-call';

const hostile = `-- it's "$HOME" \`id\` \n<b>`;

it('the shell reads the text as it was typed, whatever is in it', () => {
  const calls = sameCalls('http://127.0.0.1:8080', hostile, { source: 'en', target: 'es', formality: 'formal' });
  const [curl, , cli] = calls.map(({ code }) => code);
  const argumentsOf = (code: string, program: string) =>
    JSON.parse(
      execFileSync(
        'sh',
        ['-c', `${program}() { node -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- "$@"; }; ${code}`],
        {
          encoding: 'utf8',
        },
      ),
    ) as string[];
  const body = { text: hostile, source: 'en', target: 'es', formality: 'formal' };
  expect(JSON.parse(argumentsOf(curl ?? '', 'curl').at(-1) ?? '')).toEqual(body);
  expect(argumentsOf(cli ?? '', 'transledger')).toEqual([
    ...['translate', '--source', 'en', '--target', 'es', '--formality', 'formal', '--', hostile],
  ]);
});
