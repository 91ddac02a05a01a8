import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as {
  version: string;
  bin: Record<string, string>;
  scripts: Record<string, string>;
};

/** Runs a script of package.json, or its program. */
const run = (command: string) =>
  promisify(execFile)(process.execPath, [...command.replace(/^exec node /, '').split(' '), '--version'], {
    cwd: projectRoot,
  });

it('the operator’s command line is transledger-admin, as a script and as a program', async () => {
  for (const command of [manifest.scripts['transledger-admin'], manifest.bin['transledger-admin']])
    expect(await run(command ?? '')).toEqual({ stdout: `${manifest.version}\n`, stderr: '' });
});

it('its former name goes on working, with one line on standard error', async () => {
  expect(await run(manifest.scripts.transledger ?? '')).toEqual({
    stdout: `${manifest.version}\n`,
    stderr: '! npm run transledger is npm run transledger-admin now, and goes on working.\n',
  });
});
