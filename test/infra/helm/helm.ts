import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { projectRoot } from '#test/project-root.js';
import { inProject } from '#test/servers/installed.js';
import type { Values } from './chart-variants.js';
import type { KubernetesObject } from './kubernetes-objects.js';

export const chartFolder = join(projectRoot, 'infra/helm/transledger');

const run = promisify(execFile);

/** The Helm on PATH, else the project's own. */
const program = [...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'helm'))].find(existsSync);
const helm = program ?? join(inProject('helm-4.1.4'), 'helm');

/** Whether Helm is on PATH; `missingServers` says whether the project's own is missing. */
export const isHelmOnPath = program !== undefined;

const withValues = async <T>(values: Values, use: (file: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-helm-'));
  const file = join(folder, 'values.json');
  try {
    await writeFile(file, JSON.stringify(values));
    return await use(file);
  } finally {
    await rm(folder, { recursive: true });
  }
};

const output = { maxBuffer: 16 * 1024 * 1024 };

/** Rejects with the complaints of Helm. */
export const lintChart = (values: Values): Promise<string> =>
  withValues(values, async (file) => {
    const { stdout } = await run(helm, ['lint', '--strict', '--values', file, chartFolder], output);
    return stdout;
  });

/** The objects of a release in YAML. Rejects with the refusal of Helm or of the chart. */
export const renderYaml = (values: Values, ...args: string[]): Promise<string> =>
  withValues(values, async (file) => {
    const release = ['template', 'acme', chartFolder, '--namespace', 'mt', '--values', file];
    const { stdout } = await run(helm, [...release, ...args], output);
    return stdout;
  });

/** @throws when a document is not YAML, or has a key twice */
export const readObjects = (yaml: string): KubernetesObject[] =>
  parseAllDocuments(yaml).flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    const object: KubernetesObject | null = document.toJS();
    return object === null ? [] : [object];
  });

export const renderChart = async (values: Values): Promise<KubernetesObject[]> => readObjects(await renderYaml(values));

/** The notes that Helm prints once a release is installed. */
export const renderNotes = (values: Values): Promise<string> =>
  withValues(values, async (file) => {
    const release = ['install', 'acme', chartFolder, '--namespace', 'mt', '--values', file];
    const { stdout } = await run(helm, [...release, '--dry-run=client'], output);
    return stdout.slice(stdout.indexOf('\nNOTES:\n'));
  });
