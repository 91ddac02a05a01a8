import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newDataDir } from '#test/e2e/running-service.js';
import { projectRoot } from '#test/project-root.js';
import { keepReport, machineLines } from './machine.js';
import { startProduct } from './product.js';
import { median } from './quantile.js';

/*
 * How long the command line takes to answer beside a running service: the built program, and the same through npm.
 */
const rounds = Number(process.env.ROUNDS ?? 15);
const commands = ['--version', 'documents list', 'keys list', 'audit list', 'usage', 'keys create --name bench'];

const program = join(projectRoot, 'dist/apps/cli/main.js');
const run = promisify(execFile);

const dataDir = await newDataDir();
const product = await startProduct(dataDir, { TRANSLEDGER_INFERENCE: 'echo' });
const env = { ...process.env, TRANSLEDGER_DATA_DIR: dataDir };

/** Milliseconds from the start of a program to its end. @throws when it fails */
const timeOf = async (command: string, args: readonly string[]): Promise<number> => {
  const began = performance.now();
  await run(command, [...args], { cwd: projectRoot, env });
  return performance.now() - began;
};

const ways = {
  node: (words: readonly string[]) => timeOf(process.execPath, [program, ...words]),
  npm: (words: readonly string[]) => timeOf('npm', ['run', '--silent', 'transledger-admin', '--', ...words]),
};

const measured = new Map(commands.map((command) => [command, { node: [] as number[], npm: [] as number[] }]));
try {
  for (const command of commands) await ways.node(command.split(' ')); // fills the page cache
  for (let round = 0; round < rounds; round += 1) {
    for (const [command, times] of measured) {
      for (const way of ['node', 'npm'] as const) times[way].push(await ways[way](command.split(' ')));
    }
  }
} finally {
  await product.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(2);
const range = (times: readonly number[]): string =>
  `${seconds(median(times))} | ${seconds(Math.min(...times))} – ${seconds(Math.max(...times))}`;
const rows = Array.from(
  measured,
  ([command, { node, npm }]) =>
    `| \`${command}\` | ${range(node)} | ${range(npm)} | ${seconds(median(npm) - median(node))} |`,
);

await keepReport(
  'command-line',
  `# Command line

${machineLines()}
From the start of a command to its end, beside a running service that was just made; ${rounds} of each, by turns. Everything is
installed and built, its files in the page cache. \`npm run bench command-line\` measures again.

| command | \`node dist/apps/cli/main.js\`: s, median | lowest – highest | \`npm run transledger-admin --\`: s, median | lowest – highest | npm adds |
|---|---|---|---|---|---|
${rows.join('\n')}
`,
);
