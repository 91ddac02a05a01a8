import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { shells } from './completions.js';
import { RunFolder } from './run.fixture.js';

const scriptFor = async (shell: string): Promise<string> => {
  const folder = new RunFolder();
  try {
    return (await folder.run(['completion', shell])).stdout;
  } finally {
    folder.remove();
  }
};

const completed = (script: string, ...words: string[]): string[] => {
  const line = words.map((word) => `'${word}'`).join(' ');
  const program = `${script}\nCOMP_WORDS=(transledger ${line}); COMP_CWORD=${words.length}; _transledger; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', program], { encoding: 'utf8' }).trim().split('\n');
};

it.each([
  [['tra'], ['translate']],
  [['audit', 'w'], ['witness']],
  [['audit', 'export', '--since'], ['--since-last']],
  [['--json', 'audit', 'verify', '--k'], ['--key']],
  [['audit', 'list', '--prof'], ['--profile']],
])('bash completes %j', async (words, found) => {
  expect(completed(await scriptFor('bash'), ...words)).toEqual(found);
});

it.each(shells)('%s has every command and option', async (shell) => {
  const script = await scriptFor(shell);
  for (const word of ['translate', 'audit', 'witness', 'listen', 'completion', 'dry-run', 'forward-to'])
    expect(script).toContain(word);
});
