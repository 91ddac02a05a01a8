import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '#test/project-root.js';
import { variants } from './chart-variants.js';
import { isCustomResource, problemsOf } from './custom-resources.js';
import { describeWithHelm } from './describe-with-helm.js';
import { lintChart, renderChart, renderNotes } from './helm.js';
import type { KubernetesObject } from './kubernetes-objects.js';
import { kubernetesReleases, validateObjects } from './kubernetes-schemas.js';

const documentation = readFileSync(join(projectRoot, 'docs/kubernetes.md'), 'utf8');
const example = /```yaml\n# my-values\.yaml\n([\s\S]*?)```/.exec(documentation)?.[1] ?? '';
const everyValues = { ...variants, 'the values of the documentation': parse(example) };

it('the documentation has an example of values', () => expect(example).toContain('\nsettings:\n'));

describeWithHelm('the chart, rendered', () => {
  describe.each(Object.entries(everyValues))('with %s', (_, values) => {
    let objects: KubernetesObject[] = [];
    beforeAll(async () => {
      objects = await renderChart(values);
    });

    it('helm lint finds nothing wrong', async () => {
      expect(await lintChart(values)).toContain('0 chart(s) failed');
    });

    it('the chart names every object once, in the namespace of the release', () => {
      const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(new Set(names).size).toBe(names.length);
      const own = objects.filter(({ metadata }) => metadata.name !== 'acme-more');
      expect(own.length).toBeGreaterThan(5);
      expect(new Set(own.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['mt']));
    });
  });
});

describeWithHelm('the notes of the chart', () => {
  it('the notes name every secret that pods wait for, and its keys', async () => {
    const notes = await renderNotes(variants['everything on'] ?? {});
    const listed = [...notes.matchAll(/^ {3}- ([\w-]+): (.*)$/gm)].map(([, name, keys]) => `${name}: ${keys}`);
    const oneKey =
      'transledger-master-key: master-key (base64 of 32 bytes; keep a copy apart: without it nothing can be read again)';
    expect(listed.toSorted()).toEqual([
      'bucket-user: access-key-id, secret-access-key',
      'database-past-pooler: url (postgresql://…)',
      'event-store: url (esdb://…)',
      'kafka-authority: ca.crt',
      'kafka-user: password, username',
      'oidc-client: client-secret',
      'redis: url (redis://…)',
      'transledger-database: url (postgresql://…)',
      oneKey,
      'triton-authority: ca.crt',
      'triton-client: tls.crt, tls.key',
    ]);
  });

  it('the notes name no secret that is not used', async () => {
    const notes = await renderNotes({});
    expect([...notes.matchAll(/^ {3}- ([\w-]+):/gm)].map(([, name]) => name).toSorted()).toEqual([
      'transledger-database',
      'transledger-master-key',
    ]);
  });
});

describeWithHelm('the objects of the chart', () => {
  const rendered: Record<string, KubernetesObject[]> = {};
  beforeAll(async () => {
    for (const [title, values] of Object.entries(variants)) rendered[title] = await renderChart(values);
  });

  it.each(kubernetesReleases)('the objects are well-formed for Kubernetes %s', async (release) => {
    const ofKubernetes = Object.values(rendered)
      .flat()
      .filter((object) => !isCustomResource(object));
    // Most objects are the same in most variants.
    const distinct = [...new Map(ofKubernetes.map((object) => [JSON.stringify(object), object])).values()];
    const passed = (await validateObjects(distinct, release)).match(/passed/g);
    expect(passed).toHaveLength(distinct.length);
  });

  it('custom resources of every kind that the chart makes are well-formed', async () => {
    const custom = Object.values(rendered).flat().filter(isCustomResource);
    expect(new Set(custom.map(({ kind }) => kind))).toEqual(
      new Set(['HTTPRoute', 'PodMonitor', 'PrometheusRule', 'ScaledObject', 'ServiceMonitor']),
    );
    expect(await Promise.all(custom.map(problemsOf))).toEqual(custom.map(() => []));
  });

  it('the checks refuse an object with a wrong or an unknown field', async () => {
    const [deployment] = (rendered.minimal ?? []).filter(({ kind }) => kind === 'Deployment');
    const wrong = { ...deployment, spec: { replicas: 'two' } } as KubernetesObject;
    await expect(validateObjects([wrong], '1.37')).rejects.toThrow(/two/);
    const [monitor] = Object.values(rendered)
      .flat()
      .filter(({ kind }) => kind === 'PodMonitor');
    const unknown = { ...monitor, spec: { selector: {}, podMetricsEndpoints: [{ port: 7, intervall: '3s' }] } };
    expect(await problemsOf(unknown as KubernetesObject)).toEqual([
      expect.stringContaining('/spec/podMetricsEndpoints/0/port type'),
      '/spec/podMetricsEndpoints/0/intervall is not a field',
    ]);
  });
}, ['kubernetes-schemas']);
