import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { groups } from './groups.js';

const program = join(projectRoot, 'dist/apps/cli/main.js');

/** Writes what a process has loaded, a URL a line, to standard error when it ends. */
const counting = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  const loaded = [];
  registerHooks({ load: (url, context, next) => { if (url.startsWith('file:')) loaded.push(url); return next(url, context); } });
  process.on('exit', () => process.stderr.write(loaded.join('\\n')));
`)}`;

const loadedBy = async (...words: string[]): Promise<string[]> => {
  const args = ['--import', counting, program, ...words, '--help'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toContain('Usage: ');
  return stderr.split('\n');
};

const helps = [[], ...groups.map(({ name }) => [name]), ['audit', 'list'], ['audit', 'verify'], ['audit', 'witness']];

// A module costs half a millisecond of processor time and more; those of engines and read models were six hundred.
it.each(helps)('help %s %s loads no engine and no read model, and hardly a hundred modules', async (...words) => {
  const loaded = await loadedBy(...words.filter((word) => word !== undefined));
  const unwanted = /node_modules\/(typeorm|@nestjs|pino|reflect-metadata|pg-copy-streams|kafkajs|bullmq|pg-boss)\//;
  expect(loaded.filter((url) => unwanted.test(url))).toEqual([]);
  expect(loaded.length).toBeGreaterThan(20);
  expect(loaded.length).toBeLessThanOrEqual(100);
});
