import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inProject } from '#test/servers/installed.js';
import { monitoring } from './monitoring-files.js';

interface Checked {
  status: number | null;
  output: string;
}

/** Runs promtool in the folder of the monitoring; `input` goes to its standard input. */
export const promtool = (args: readonly string[], input = ''): Checked => {
  const { status, stdout, stderr } = spawnSync(join(inProject('promtool-2.42'), 'promtool'), args, {
    cwd: monitoring,
    encoding: 'utf8',
    input,
  });
  return { status, output: `${stdout}${stderr}` };
};
