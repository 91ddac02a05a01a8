'use strict';
// The beginning of every npm script. Plain old JavaScript: it must run on whatever Node is at hand, then
// finds or brings one that is new enough, installs what is missing, builds, and hands over.

const { spawn } = require('node:child_process');
const path = require('node:path');
const { ensureNode } = require('./setup/node.cjs');
const { ensureDependencies } = require('./setup/dependencies.cjs');
const { ensureApertium, needsApertium } = require('./setup/apertium.cjs');
const { ensureConsole } = require('./setup/console.cjs');
const { ensureOffice } = require('./setup/office.cjs');
const { ensureServers } = require('./setup/servers.cjs');
const { runStep, say } = require('./setup/progress.cjs');
const { isBuilt } = require('./setup/sources.cjs');

const root = path.join(__dirname, '..');

/** Milliseconds after which a program knows at the latest that npm was killed. */
const parentCheckMs = 500;

/** The program that each npm script runs once its preparations are done. */
const commands = {
  start: {
    program: 'dist/apps/standalone/main.js',
    isService: true,
    build: true,
    apertium: true,
    office: true,
    console: true,
  },
  dev: { program: 'scripts/dev.mjs', isService: true, build: true, apertium: true },
  cluster: {
    program: 'dist/test/cluster/main.js',
    isService: true,
    build: true,
    apertium: true,
    office: true,
    console: true,
    servers: 'cluster',
  },
  fault: { program: 'dist/test/fault/main.js', build: true, apertium: true, servers: 'cluster' },
  fidelity: { program: 'dist/test/fidelity/main.js', build: true },
  fuzz: { program: 'dist/test/fuzz/main.js', build: true },
  'transledger-admin': { program: 'dist/apps/cli/main.js', build: true, quiet: true },
  test: { program: 'scripts/test.mjs', build: true, apertium: true },
  check: { program: 'scripts/check.mjs' },
  format: { program: 'scripts/format.mjs' },
  images: { program: 'scripts/images.mjs' },
  advisories: { program: 'scripts/advisories.mjs' },
  bench: {
    program: 'scripts/bench.mjs',
    build: true,
    apertium: true,
    servers: 'engines',
    browserFor: 'console-audit-log',
  },
  build: { build: true },
  pack: { program: 'scripts/pack.mjs' },
};

/** Names that commands had before, which go on working. */
const formerNames = { transledger: 'transledger-admin' };

/** Stacks name our sources; maps of packages are left unread. */
const ownSourceMaps = ['--import', path.join(__dirname, 'own-source-maps.mjs')];

/** A service has a channel to this process: it notices by that when this one is killed, and stops. */
const handOver = (node, { program, isService, office, console: hasConsole }, args) =>
  new Promise((resolve) => {
    const child = spawn(node, [...ownSourceMaps, path.join(root, program), ...args], {
      stdio: isService ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit',
      env: withNodeFirst(node),
    });
    child.on('message', ({ type }) => {
      if (type !== 'ready') return;
      if (hasConsole) ensureConsole(root, node);
      if (office) ensureOffice();
    });
    whenNpmIsGone(() => child.kill('SIGTERM'));
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code, signal) => resolve(signal === null ? code : 1));
  });

/** npm that is killed cannot pass the signal on: its child gets another parent instead. */
const whenNpmIsGone = (stop) => {
  const { npm_lifecycle_event: script } = process.env;
  if (script === undefined) return;
  const npm = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    stop();
  }, parentCheckMs);
  watch.unref();
};

/** Whether what is asked for by name, or with all, runs in a browser, which is much to install for the others. */
const wantsBrowser = ({ browserFor }, args) => {
  const names = args.filter((argument) => !argument.startsWith('-'));
  return browserFor !== undefined && (names.length === 0 || names.includes(browserFor));
};

const withNodeFirst = (node) => ({
  ...process.env,
  PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH || ''}`,
});

const main = async () => {
  const [given, ...args] = process.argv.slice(2);
  const name = formerNames[given] || given;
  if (name !== given) say(`! npm run ${given} is npm run ${name} now, and goes on working.`);
  const command = commands[name];
  if (command === undefined) throw new Error(`Unknown command "${name}". Known: ${Object.keys(commands).join(', ')}.`);
  const quiet = command.quiet === true;
  const node = await ensureNode(root, quiet);
  const apertium = command.apertium && needsApertium(process.env) ? ensureApertium(root) : undefined;
  await ensureDependencies(root, node, quiet);
  if (apertium !== undefined) await apertium;
  if (command.servers) await ensureServers(root, command.servers, ...(wantsBrowser(command, args) ? ['browser'] : []));
  if (command.build && !isBuilt(root))
    await runStep('Building', quiet, { command: node, args: ['scripts/build.mjs'], cwd: root });
  return command.program === undefined ? 0 : handOver(node, command, args);
};

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  },
);
