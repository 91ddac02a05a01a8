import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { eventTopics } from '#libs/ports/message-bus/kafka/topics.js';
import { projectRoot } from '#test/project-root.js';
import { plainSettingsSchema } from './chart-settings.js';
import { chartFolder } from './helm.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  definitions?: Record<string, Schema>;
}

interface Role {
  terminationGracePeriodSeconds: number;
  preStopSleepSeconds: number;
  readinessProbe: { timeoutSeconds: number };
}

interface ChartValues {
  secrets: Record<string, Record<string, string>>;
  api: Role;
  projector: Role;
  inference: Role;
  worker: Role & {
    autoscaling: { maxReplicas: number; consumerLag: Record<string, number>; queueDepth: Record<string, number> };
  };
}

const inChart = (name: string): string => readFileSync(join(chartFolder, name), 'utf8');
const schema: Schema = JSON.parse(inChart('values.schema.json'));
const values: ChartValues = parse(inChart('values.yaml'), { merge: true });
const source = globSync('{apps,libs}/**/*.ts', { cwd: projectRoot, exclude: ['**/*.spec.ts'] })
  .map((file) => readFileSync(join(projectRoot, file), 'utf8'))
  .join('\n');

const resolved = (part: Schema): Schema =>
  part.$ref === undefined ? part : (schema.definitions?.[part.$ref.replace('#/definitions/', '')] ?? {});

/** Each field of an object that is closed, as a path with the part of the schema that describes it. */
const fieldsOf = (part: Schema, path = ''): [string, Schema][] => {
  const { properties = {}, additionalProperties } = resolved(part);
  if (additionalProperties !== false) return [];
  return Object.entries(properties).flatMap(([name, field]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [[at, field] as [string, Schema], ...fieldsOf(field, at)];
  });
};

const valuesAt = (value: unknown, path = ''): string[] =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? []
    : Object.entries(value).flatMap(([name, field]) => {
        const at = path === '' ? name : `${path}.${name}`;
        return [at, ...valuesAt(field, at)];
      });

/** A setting is given only where it is wanted; `global` is Helm's own. */
const isOptional = (path: string): boolean => path.startsWith('settings.') || path === 'global';

describe('values.yaml', () => {
  it('values.yaml has every value of the schema', () => {
    const given = new Set(valuesAt(values));
    const wanted = fieldsOf(schema).map(([path]) => path);
    expect(wanted.filter((path) => !given.has(path) && !isOptional(path))).toEqual([]);
    expect(wanted.length).toBeGreaterThan(150);
  });

  it('values.yaml contains no secret', () => {
    for (const [concern, { existingSecret, ...keys }] of Object.entries(values.secrets)) {
      expect(existingSecret, concern).toBeTypeOf('string');
      expect(Object.keys(keys).every((name) => /key$/i.test(name))).toBe(true);
    }
  });

  it('values.yaml gives every role time to stop, and readiness probes time for a response', () => {
    for (const { terminationGracePeriodSeconds, preStopSleepSeconds, readinessProbe } of [
      values.api,
      values.projector,
      values.worker,
      values.inference,
    ]) {
      expect(terminationGracePeriodSeconds).toBeGreaterThan(preStopSleepSeconds + 30);
      expect(readinessProbe.timeoutSeconds).toBeGreaterThan(2.5);
    }
  });

  it('workers scale by consumer groups and queues that exist', () => {
    const { consumerLag, queueDepth, maxReplicas } = values.worker.autoscaling;
    for (const group of Object.keys(consumerLag)) expect(source).toContain(`  name: '${group}',`);
    for (const queue of Object.keys(queueDepth)) expect(source).toMatch(new RegExp(`Queue = '${queue}'`));
    const documents = eventTopics.find(({ name }) => name === 'events.document');
    expect(maxReplicas).toBe(documents?.partitions);
  });
});

describe('values.schema.json', () => {
  it('the schema describes every value', () => {
    const silent = fieldsOf(schema).filter(([, field]) => (resolved(field).description ?? '') === '');
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it('the schema leaves no object open but maps of text or numbers, and types of Kubernetes itself', () => {
    const open = fieldsOf(schema)
      .filter(([, field]) => resolved(field).type === 'object' && resolved(field).additionalProperties === undefined)
      .map(([path]) => path);
    const ofKubernetes = /(^|\.)(behavior|affinity|global)$/;
    expect(open.filter((path) => !ofKubernetes.test(path))).toEqual([]);
  });

  it('the schema has every plain setting of the service, as the service describes it', () =>
    expect(schema.properties?.settings?.properties).toEqual(plainSettingsSchema()));
});

describe('the chart', () => {
  const chart: { version: string; appVersion: string } = parse(inChart('Chart.yaml'));
  const product: { version: string } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'));

  it('the chart has the version of the product', () =>
    expect([chart.version, chart.appVersion]).toEqual([product.version, product.version]));

  it('the chart scales by metrics that the service exposes', () => {
    const templates = ['autoscalers.yaml', 'scaled-object.yaml'].map((name) => inChart(`templates/${name}`)).join('\n');
    const named = new Set(templates.match(/\btransledger_\w+/g));
    expect(named.size).toBe(2);
    for (const name of named) expect(source).toContain(`'${name}'`);
  });

  it('the chart has the alerts of infra/monitoring as files of its own', async () => {
    const names = (folder: string) => readdirSync(folder).sort();
    const alerts = join(projectRoot, 'infra/monitoring/prometheus/rules');
    for (const name of names(alerts))
      await expect(readFileSync(join(alerts, name), 'utf8')).toMatchFileSnapshot(join(chartFolder, 'rules', name));
    expect(names(join(chartFolder, 'rules'))).toEqual(names(alerts));
  });

  it('no file of the chart is a symbolic link, which Helm remarks on and a checkout or an archive may lack', () => {
    const files = readdirSync(chartFolder, { recursive: true, withFileTypes: true });
    expect(files.filter((file) => file.isSymbolicLink()).map(({ name }) => name)).toEqual([]);
  });
});
