'use strict';
// The servers of a cluster, for `npm run cluster`, and the tools of the tests beyond `npm test`: each in a folder of its own under
// .servers/, made under another name and renamed when complete.

const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { composeSchema } = require('./compose-schema.cjs');
const { hasGo, litewitness, tlogClient } = require('./go-tools.cjs');
const { helm, kubernetesSchemas } = require('./kubernetes-tools.cjs');
const { npmTools } = require('./npm-tools.cjs');
const { officePackages } = require('./office.cjs');
const { progressBar, run, say } = require('./progress.cjs');
const { promtool } = require('./promtool.cjs');
const { canInstallPackages, installPackages } = require('./system-packages.cjs');

/** Debian's packages, each with a file that shows that it is installed. */
const java = { 'openjdk-17-jre-headless': '/usr/bin/java', maven: '/usr/bin/mvn' };
const pip = { python3: '/usr/bin/python3', 'python3-pip': '/usr/bin/pip3' };
const numpy = { 'python3-numpy': '/usr/lib/python3/dist-packages/numpy/__init__.py' };
const ofCluster = { 'redis-server': '/usr/bin/redis-server', ...java, ...pip, ...numpy };

const python = '/usr/bin/python3';

const must = async (command, args, options = {}) => {
  const { code, tail } = await run({ command, args, ...options });
  if (code !== 0) throw new Error(`${command} failed: ${tail.slice(-5).join(' ')}`);
};

const projectFile = (dependencies) =>
  `<project><modelVersion>4.0.0</modelVersion><groupId>local</groupId><artifactId>local</artifactId><version>1</version><dependencies>${dependencies
    .map(
      ([groupId, artifactId, version]) =>
        `<dependency><groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId><version>${version}</version></dependency>`,
    )
    .join('')}</dependencies></project>\n`;

/** All the jars that a program needs. */
const jars =
  (...dependencies) =>
  async (folder) => {
    const project = path.join(folder, 'pom.xml');
    fs.writeFileSync(project, projectFile(dependencies));
    await must('mvn', ['-q', '-B', '-f', project, 'dependency:copy-dependencies', `-DoutputDirectory=${folder}`]);
  };

const kafka = (version) => jars(['org.apache.kafka', 'kafka_2.13', version], ['org.slf4j', 'slf4j-simple', '1.7.36']);

const askPython = (expression) =>
  execFileSync(python, ['-c', `import sys, sysconfig; print(${expression})`], { encoding: 'utf8' }).trim();

const pythonMinor = () => askPython('f"{sys.version_info.major}.{sys.version_info.minor}"');

/** Only the server and its libraries are kept from the wheel, with the stub for this machine's Python. */
const triton = async (folder) => {
  const wheels = path.join(folder, 'wheel');
  const download = ['-m', 'pip', 'download', '-q', '--no-deps', '--only-binary=:all:', '-d', wheels];
  await must(python, [...download, '-r', path.join(__dirname, 'triton.txt')]);
  const [wheel] = fs.readdirSync(wheels);
  await must(python, ['-m', 'zipfile', '-e', path.join(wheels, wheel), wheels]);
  fs.renameSync(path.join(wheels, 'pytriton/tritonserver'), path.join(folder, 'tritonserver'));
  fs.renameSync(path.join(wheels, 'nvidia_pytriton.libs'), path.join(folder, 'nvidia_pytriton.libs'));
  fs.rmSync(wheels, { recursive: true });
  const server = path.join(folder, 'tritonserver');
  const stub = 'triton_python_backend_stub';
  fs.copyFileSync(
    path.join(server, 'python_backend_stubs', pythonMinor(), stub),
    path.join(server, 'backends/python', stub),
  );
  for (const program of ['bin/tritonserver', `backends/python/${stub}`])
    fs.chmodSync(path.join(server, program), 0o755);
};

/** NumPy comes from Debian: the server's Python backend needs a version older than 2. */
const tritonPython = (folder) =>
  must(python, [
    ...['-m', 'pip', 'install', '-q', '--no-deps', '--only-binary=:all:', '--target', folder],
    ...['-r', path.join(__dirname, 'triton-python.txt')],
  ]);

/** Schemathesis fuzzes the API from its OpenAPI document; all of its dependencies have one version. */
const schemathesis = (folder) =>
  must(python, [
    ...['-m', 'pip', 'install', '-q', '--no-deps', '--only-binary=:all:', '--target', folder],
    ...['-r', path.join(__dirname, 'schemathesis.txt')],
  ]);

/** The client generator of Python, and what the clients that are generated need. */
const pythonClients = (folder) =>
  must(python, [
    ...['-m', 'pip', 'install', '-q', '--no-deps', '--only-binary=:all:', '--target', folder],
    ...['-r', path.join(__dirname, 'python-clients.txt')],
  ]);

const installers = {
  'kafka-4.1.0': kafka('4.1.0'),
  'kafka-3.9.1': kafka('3.9.1'),
  's3proxy-2.9.0': jars(['org.gaul', 's3proxy', '2.9.0']),
  'triton-2.51': triton,
  'triton-python': tritonPython,
  'verapdf-1.28.2': jars(['org.verapdf.apps', 'greenfield-apps', '1.28.2']),
  'schemathesis-4.32.5': schemathesis,
  'openapi-tools-1': npmTools('openapi-tools'),
  'package-tools-1': npmTools('package-tools'),
  'orval-8.38.0': npmTools('orval'),
  'asyncapi-tools-1': npmTools('asyncapi-tools'),
  'python-clients-1': pythonClients,
  'openapi-generator-7.25.0': jars(['org.openapitools', 'openapi-generator-cli', '7.25.0']),
  'browser-tools-2': npmTools('browser-tools'),
  'marian-tools-1': npmTools('marian-tools'),
  'message-tools-2': npmTools('message-tools'),
  'compose-schema-0.39.0': composeSchema,
  'kubernetes-schemas-1.37': kubernetesSchemas,
  'promtool-2.42': promtool,
  'helm-4.1.4': helm,
  'litewitness-0.9.0': litewitness,
  'tlog-client-2': tlogClient,
};

/** Where Go is not installed, the tests that need these are skipped. */
const withGo = ['litewitness-0.9.0', 'tlog-client-2'];

const serversOfCluster = ['kafka-4.1.0', 's3proxy-2.9.0', 'triton-2.51', 'triton-python'];

/** Servers and tools, and packages of Debian, by who needs them: the cluster, and the tiers of the tests that `npm test` does not run. */
const needs = {
  cluster: { tools: serversOfCluster, packages: ofCluster },
  engines: {
    tools: [...serversOfCluster, 'kafka-3.9.1', 'verapdf-1.28.2', 'litewitness-0.9.0'],
    packages: { ...ofCluster, pgbouncer: '/usr/sbin/pgbouncer', ...officePackages },
  },
  faults: { tools: serversOfCluster, packages: { ...ofCluster, pgbouncer: '/usr/sbin/pgbouncer', ...officePackages } },
  /** Pages in a browser. */
  browser: { tools: ['browser-tools-2'], packages: { chromium: '/usr/bin/chromium' } },
  contracts: {
    tools: [
      's3proxy-2.9.0',
      ...['schemathesis-4.32.5', 'openapi-tools-1', 'compose-schema-0.39.0', 'kubernetes-schemas-1.37'],
      ...['browser-tools-2', 'marian-tools-1', 'message-tools-2', 'promtool-2.42', 'helm-4.1.4', 'tlog-client-2'],
      ...['orval-8.38.0', 'python-clients-1', 'openapi-generator-7.25.0', 'asyncapi-tools-1', 'package-tools-1'],
    ],
    packages: {
      ...{ ...java, 'openjdk-17-jdk-headless': '/usr/bin/javac' },
      ...{ ...pip, chromium: '/usr/bin/chromium' },
      ...{ jq: '/usr/bin/jq', ...officePackages },
    },
  },
};

const missingOf = (packages) => Object.keys(packages).filter((name) => !fs.existsSync(packages[name]));

const installMissing = async (packages) => {
  const missing = missingOf(packages);
  if (missing.length === 0) return;
  const byHand = `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (!canInstallPackages()) throw new Error(`missing system packages. To install them: ${byHand}`);
  const failure = await installPackages(missing);
  if (failure !== undefined) throw new Error(`${failure.slice(-3).join(' ')} To install by hand: ${byHand}`);
};

const installSystemPackages = async (packages) => {
  await installMissing(packages);
  if (!('python3-numpy' in packages)) return;
  // Triton's stub for Python needs the library of the interpreter's own version.
  const library = askPython('sysconfig.get_config_var("LIBDIR") + "/" + sysconfig.get_config_var("MULTIARCH")');
  const version = pythonMinor();
  await installMissing({ [`libpython${version}`]: `${library}/libpython${version}.so.1.0` });
};

const install = async (home, name) => {
  const unfinished = path.join(home, `${name}.new`);
  fs.rmSync(unfinished, { recursive: true, force: true });
  fs.mkdirSync(unfinished, { recursive: true });
  await installers[name](unfinished);
  fs.renameSync(unfinished, path.join(home, name));
};

/**
 * Installs what `who` (keys of the table above) need and lack. A failure is printed; the tests that need it are then skipped, with the
 * reason, and the cluster does not start.
 */
const ensureServers = async (root, ...who) => {
  const home = path.join(root, '.servers');
  const wanted = [...new Set(who.flatMap((name) => needs[name].tools))].filter(
    (name) => hasGo() || !withGo.includes(name),
  );
  const missing = wanted.filter((name) => !fs.existsSync(path.join(home, name)));
  const failed = [];
  const attempt = (name, work) => work().catch((error) => failed.push(`${name} (${error.message})`));
  const packages = Object.assign({}, ...who.map((name) => needs[name].packages));
  const steps = [
    ['system packages', () => installSystemPackages(packages)],
    ...missing.map((name) => [name, () => install(home, name)]),
  ];
  const bar =
    missing.length > 0 || missingOf(packages).length > 0 ? progressBar('Installing', steps.length) : undefined;
  for (const [name, work] of steps) {
    bar?.begin(name);
    await attempt(name, work);
  }
  bar?.end();
  for (const failure of failed) say(`! Not installed: ${failure}`);
};

module.exports = { ensureServers, installServer: install, serversOfCluster };
