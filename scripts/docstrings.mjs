// A docstring begins with its subject: it says what a thing is or does in a plain sentence. Looks through the files that are
// named, or through all of the repository.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = join(import.meta.dirname, '..');
/** A docstring that begins without a subject; one within quotes is a string of the code. */
const withoutSubject = /(?<!['"`])\/\*\*\s*(?:\*\s+)?(What|Of|Whoever|Who|As)\s[^\n]*/g;

const ownFiles = () =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.mjs', '*.cjs', '*.js'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file !== '' && existsSync(join(root, file)));

const faultsIn = (file) => {
  const text = readFileSync(resolve(root, file), 'utf8');
  return Array.from(text.matchAll(withoutSubject), ({ 0: docstring, 1: word, index }) => {
    const line = text.slice(0, index + docstring.indexOf(word)).split('\n').length;
    return `${file}:${line} a docstring begins with its subject, not with "${word}"`;
  });
};

const named = process.argv.slice(2);
const files = named.length > 0 ? named : ownFiles();
const faults = files.flatMap(faultsIn);

if (faults.length > 0) process.stderr.write(`${faults.join('\n')}\n`);
process.stdout.write(`${files.length} files, ${faults.length} docstrings without a subject\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
