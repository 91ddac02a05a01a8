import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { besideBytes } from '#apps/inference/memory-limit.js';
import { readSettings, settingDefinitions } from '#libs/platform/config/settings.js';
import { projectRoot } from '#test/project-root.js';
import { foreignVariables, fromSecrets } from './chart-settings.js';
import { variants } from './chart-variants.js';
import { describeWithHelm } from './describe-with-helm.js';
import { renderChart } from './helm.js';
import {
  type ConfigMap,
  type Container,
  containersOf,
  type Deployment,
  type KubernetesObject,
  ofKind,
  rolesOf,
  type StatefulSet,
  workloadsOf,
} from './kubernetes-objects.js';
import { breachesOf } from './pod-security.js';

const documentation = readFileSync(join(projectRoot, 'docs/kubernetes.md'), 'utf8');

/** A value of the right form for each variable that comes from a secret. */
const secretValues: Record<string, string> = {
  TRANSLEDGER_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
  DATABASE_URL: 'postgresql://user@pooler/mt',
  TRANSLEDGER_DATABASE_DIRECT_URL: 'postgresql://user@db/mt',
  EVENTSTORE_URL: 'esdb://events:2113',
  REDIS_URL: 'redis://redis:6379',
};

/** Volumes that are claimed for each pod. */
const claimsOf = (workload: Deployment): { name: string }[] =>
  'volumeClaimTemplates' in workload.spec
    ? (workload as StatefulSet).spec.volumeClaimTemplates.map(({ metadata }) => metadata)
    : [];

const environmentOf = (container: Container, objects: readonly KubernetesObject[]): Record<string, string> => {
  const maps = container.envFrom.map(({ configMapRef }) =>
    ofKind<ConfigMap>(objects, 'ConfigMap').find(({ metadata }) => metadata.name === configMapRef.name),
  );
  const own = container.env.map(({ name, value }) => [name, value ?? secretValues[name] ?? 'secret']);
  return Object.assign({}, ...maps.map((map) => map?.data), Object.fromEntries(own));
};

describeWithHelm('the pods of the chart', () => {
  describe.each(Object.entries(variants))('with %s', (_, values) => {
    let objects: KubernetesObject[] = [];
    let deployments: Deployment[] = [];
    let containers: Container[] = [];
    beforeAll(async () => {
      objects = await renderChart(values);
      deployments = workloadsOf(objects);
      containers = deployments.flatMap(containersOf);
    });

    it('the pods run the roles, each with a program that the build makes', () => {
      expect(containers.map(({ name }) => name)).toEqual(rolesOf(values));
      for (const { name, args } of containers) {
        expect(args).toEqual(['node', `dist/apps/${name}/main.js`]);
        expect(existsSync(join(projectRoot, `apps/${name}/main.ts`))).toBe(true);
      }
    });

    it('the pods meet the Pod Security Standard `restricted`', () =>
      expect(deployments.map(breachesOf)).toEqual(deployments.map(() => [])));

    it('the pods of a role are selected by their own Deployment, and no other', () => {
      const selecting = (deployment: Deployment) =>
        deployments.filter(({ spec }) =>
          Object.entries(spec.selector.matchLabels).every(
            ([name, value]) => deployment.spec.template.metadata.labels[name] === value,
          ),
        );
      for (const deployment of deployments) expect(selecting(deployment)).toEqual([deployment]);
    });

    it('the pods have only variables that are settings, or known ones of other programs', () => {
      const names = containers.flatMap((container) => Object.keys(environmentOf(container, objects)));
      const known = [...Object.keys(settingDefinitions), ...foreignVariables];
      expect(names.filter((name) => !known.includes(name))).toEqual([]);
    });

    it('the service accepts the settings of each pod together', () => {
      for (const container of containers) {
        const settings = readSettings(environmentOf(container, objects));
        const hasSecrets = container.name !== 'inference';
        expect(settings.DATABASE_URL !== undefined).toBe(hasSecrets);
        expect(settings.TRANSLEDGER_MASTER_KEY !== undefined).toBe(hasSecrets);
        expect(['0.0.0.0', '::']).toContain(settings.TRANSLEDGER_METRICS_HOST);
        if (!hasSecrets) continue;
        expect(settings.HOST).toBe(settings.TRANSLEDGER_METRICS_HOST);
        expect(settings.TRANSLEDGER_PUBLIC_URL).not.toContain('0.0.0.0');
      }
    });

    it('the pods take secrets by reference alone, and each is documented', () => {
      for (const { env } of containers) {
        for (const { name, value, valueFrom } of env) {
          const isSecret = fromSecrets.includes(name) && !name.endsWith('_FILE');
          if (isSecret) expect(value).toBeUndefined();
          if (valueFrom !== undefined) expect(documentation).toContain(`\`${name}\``);
        }
      }
    });

    it('the pods listen on the ports that they declare', () => {
      for (const container of containers) {
        const environment = environmentOf(container, objects);
        const ports: Record<string, string | undefined> = {
          http: environment.PORT,
          nodes: environment.TRANSLEDGER_NODE_PORT,
          models: environment.TRANSLEDGER_INFERENCE_LISTEN?.split(':').at(-1),
          metrics: environment.TRANSLEDGER_METRICS_PORT,
        };
        const expected = { api: ['http', 'nodes', 'metrics'], inference: ['models', 'metrics'] };
        expect(container.ports.map(({ name }) => name)).toEqual(
          expected[container.name as keyof typeof expected] ?? ['metrics'],
        );
        for (const { name, containerPort } of container.ports) expect(ports[name]).toBe(String(containerPort));
      }
    });

    it('the pods have a liveness probe apart from their readiness probe', () => {
      for (const { name, ports, startupProbe, livenessProbe, readinessProbe } of containers) {
        const port = name === 'api' ? 'http' : 'metrics';
        for (const probe of [startupProbe, livenessProbe, readinessProbe]) expect(probe.httpGet.port).toBe(port);
        expect(ports.map((declared) => declared.name)).toContain(port);
        expect(startupProbe.httpGet.path).toBe('/health/live');
        expect(livenessProbe.httpGet.path).toBe('/health/live');
        expect(readinessProbe.httpGet.path).toBe('/health/ready');
      }
    });

    it('the pods have 30 s for the service to stop after the time that preStop takes', () => {
      for (const { spec } of deployments) {
        for (const { lifecycle } of spec.template.spec.containers) {
          const sleep = lifecycle?.preStop.sleep.seconds ?? 0;
          expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(sleep + 35);
        }
      }
    });

    it('the pods mount their volumes, can write where they must, and find the files that their settings name', () => {
      for (const deployment of deployments) {
        const volumes = [...deployment.spec.template.spec.volumes, ...claimsOf(deployment)];
        for (const container of containersOf(deployment)) {
          const mounts = container.volumeMounts;
          expect(mounts.map(({ name }) => name).sort()).toEqual(volumes.map(({ name }) => name).sort());
          const environment = environmentOf(container, objects);
          const isWritable = (folder: string | undefined): boolean =>
            mounts.some(({ mountPath, readOnly }) => mountPath === folder && readOnly !== true);
          const folders = ['/tmp', environment.TRANSLEDGER_DATA_DIR, environment.TRANSLEDGER_MODELS_DIR ?? '/tmp'];
          expect(folders.filter((folder) => !isWritable(folder))).toEqual([]);
          const files = Object.entries(environment).filter(([name]) => /_FILE$|_CERTS$/.test(name));
          const missing = files.filter(([, file]) => !mounts.some(({ mountPath }) => file.startsWith(`${mountPath}/`)));
          expect(missing).toEqual([]);
        }
      }
    });
  });

  it('the pods have every variable that comes from a secret when everything is on', async () => {
    const objects = await renderChart(variants['everything on'] ?? {});
    const names = new Set(
      ofKind<Deployment>(objects, 'Deployment').flatMap((deployment) =>
        containersOf(deployment).flatMap(({ env }) => env.map(({ name }) => name)),
      ),
    );
    expect(fromSecrets.filter((name) => !names.has(name))).toEqual([]);
    expect(foreignVariables.filter((name) => !names.has(name))).toEqual([]);
  });

  it('the pods of inference have no secret but that of the mirror, and a memory limit above what the process gives itself', async () => {
    const memory = 1_073_741_824;
    const objects = await renderChart({
      ...variants['everything on'],
      secrets: { modelsMirror: { existingSecret: 'mirror' } },
      settings: { TRANSLEDGER_MODELS: 'en-de', TRANSLEDGER_MODELS_MEMORY: String(memory) },
      inference: { enabled: true },
    });
    const [container] = ofKind<StatefulSet>(objects, 'StatefulSet').flatMap(containersOf);
    const referenced = container?.env.filter(({ valueFrom }) => valueFrom !== undefined).map(({ name }) => name);
    expect(referenced).toEqual(['TRANSLEDGER_MODELS_MIRROR']);
    const limit = Number(container?.resources.limits?.memory);
    expect(limit).toBe(memory + 256 * 2 ** 20);
    expect(limit).toBeGreaterThan(memory + besideBytes);
  });

  it('the pods of the projector have no variable that only translation needs', async () => {
    const objects = await renderChart(variants['everything on'] ?? {});
    const projector = ofKind<Deployment>(objects, 'Deployment')
      .flatMap(containersOf)
      .find(({ name }) => name === 'projector');
    const names = projector?.env.map(({ name }) => name) ?? [];
    expect(names).toContain('EVENTSTORE_URL');
    // What was signed of the audit logs is kept beside the documents.
    expect(names).toContain('AWS_ACCESS_KEY_ID');
    expect(names.filter((name) => /TRITON/.test(name))).toEqual([]);
  });

  it('the pods start again when a setting changes, and only then', async () => {
    const checksumWith = async (level: string) => {
      const objects = await renderChart({ settings: { TRANSLEDGER_LOG_LEVEL: level } });
      return workloadsOf(objects).map(({ spec }) => spec.template.metadata.annotations);
    };
    expect(await checksumWith('info')).toEqual(await checksumWith('info'));
    expect(await checksumWith('info')).not.toEqual(await checksumWith('debug'));
  });
});
