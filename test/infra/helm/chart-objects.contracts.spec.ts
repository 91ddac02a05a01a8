import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectRoot } from '#test/project-root.js';
import { variants } from './chart-variants.js';
import { describeWithHelm } from './describe-with-helm.js';
import { renderChart } from './helm.js';
import {
  type Autoscaler,
  type ConfigMap,
  type Deployment,
  isSelectedBy,
  type KubernetesObject,
  type LabelSelector,
  type Monitor,
  type NetworkPolicy,
  ofKind,
  type PodDisruptionBudget,
  type PrometheusRule,
  rolesOf,
  type ScaledObject,
  type Service,
  type StatefulSet,
  workloadsOf,
} from './kubernetes-objects.js';

const component = 'app.kubernetes.io/component';

describeWithHelm('what stands around the pods of the chart', () => {
  describe.each(Object.entries(variants))('with %s', (_, values) => {
    let objects: KubernetesObject[] = [];
    let deployments: Deployment[] = [];
    beforeAll(async () => {
      objects = await renderChart(values);
      deployments = workloadsOf(objects);
    });
    const roles = rolesOf(values);
    const rolesSelectedBy = (selector: LabelSelector): (string | undefined)[] =>
      deployments
        .map(({ spec }) => spec.template.metadata.labels)
        .filter((labels) => isSelectedBy(labels, selector))
        .map((labels) => labels[component]);

    it('the chart has services of the API, of metrics, and of inference where it runs, with ports that the pods have', () => {
      const services = ofKind<Service>(objects, 'Service').toSorted((one, other) =>
        one.metadata.name < other.metadata.name ? -1 : 1,
      );
      expect(services.map(({ spec }) => rolesSelectedBy({ matchLabels: spec.selector }))).toEqual([
        ['api'],
        ...(roles.includes('inference') ? [['inference']] : []),
        roles,
      ]);
      for (const { spec } of services) {
        const pods = deployments.filter(({ spec: pod }) =>
          isSelectedBy(pod.template.metadata.labels, { matchLabels: spec.selector }),
        );
        for (const { targetPort } of spec.ports) {
          for (const pod of pods) {
            expect(pod.spec.template.spec.containers[0]?.ports.map(({ name }) => name)).toContain(targetPort);
          }
        }
      }
    });

    it('each budget, spread and account belongs to one role', () => {
      for (const { spec } of ofKind<PodDisruptionBudget>(objects, 'PodDisruptionBudget')) {
        expect(rolesSelectedBy(spec.selector)).toHaveLength(1);
      }
      const made = ofKind(objects, 'ServiceAccount').map(({ metadata }) => metadata.name);
      for (const { spec } of deployments) {
        const { serviceAccountName, topologySpreadConstraints = [] } = spec.template.spec;
        const isNamed = ['mt', 'default'].includes(serviceAccountName);
        expect(isNamed || made.includes(serviceAccountName)).toBe(true);
        for (const { labelSelector } of topologySpreadConstraints) {
          expect(labelSelector.matchLabels).toEqual(spec.selector.matchLabels);
        }
      }
    });

    it('the number of pods is set either by the Deployment or by an autoscaler', () => {
      const scalers = [
        ...ofKind<Autoscaler>(objects, 'HorizontalPodAutoscaler'),
        ...ofKind<ScaledObject>(objects, 'ScaledObject'),
      ];
      const scaled = scalers.map(({ spec }) => spec.scaleTargetRef.name);
      expect(new Set(scaled).size).toBe(scaled.length);
      for (const { metadata, spec } of deployments) {
        expect(spec.replicas === undefined).toBe(scaled.includes(metadata.name));
      }
    });

    it('a policy denies to every pod what no other policy allows', () => {
      const policies = ofKind<NetworkPolicy>(objects, 'NetworkPolicy');
      if (policies.length === 0) {
        expect(values).toHaveProperty('networkPolicy.enabled', false);
        return;
      }
      const [deny] = policies.filter(({ spec }) => spec.ingress === undefined && spec.egress === undefined);
      expect(deny?.spec.policyTypes).toEqual(['Ingress', 'Egress']);
      expect(rolesSelectedBy(deny?.spec.podSelector ?? { matchLabels: {} })).toEqual(roles);
      const toApi = policies.filter(({ spec }) =>
        spec.ingress?.some(({ ports = [] }) => ports.some(({ port }) => port === 'http')),
      );
      expect(toApi.map(({ spec }) => rolesSelectedBy(spec.podSelector))).toEqual([['api']]);
      const toInternet = policies.filter(({ spec }) =>
        spec.egress?.some(({ to = [] }) => to.some(({ ipBlock }) => ipBlock?.cidr === '0.0.0.0/0')),
      );
      const hasBucket = ofKind<ConfigMap>(objects, 'ConfigMap').some(({ data }) => 'S3_BUCKET' in data);
      const connecting = [
        ...(hasBucket ? [['api'], ['projector'], ['worker']] : [['worker']]),
        ...(roles.includes('inference') ? [['inference']] : []),
      ];
      const found = toInternet.map(({ spec }) => rolesSelectedBy(spec.podSelector));
      expect(found.toSorted()).toEqual(connecting.toSorted());
      const peers = toInternet.flatMap(({ spec }) => spec.egress ?? []).flatMap(({ to = [] }) => to);
      const everywhere = peers.filter(({ ipBlock }) => ['0.0.0.0/0', '::/0'].includes(ipBlock?.cidr ?? ''));
      expect(everywhere.length).toBeGreaterThan(0);
      for (const { ipBlock } of everywhere) {
        expect(ipBlock?.except).toContain(ipBlock?.cidr === '::/0' ? 'fc00::/7' : '169.254.0.0/16');
      }
    });

    it('no rule opens the port of public HTTPS to every address, which would let webhooks reach private ones', () => {
      const rules = ofKind<NetworkPolicy>(objects, 'NetworkPolicy').flatMap(({ spec }) => spec.egress ?? []);
      const open = rules.filter(({ to, ports = [] }) => to === undefined && ports.some(({ port }) => port === 443));
      expect(open).toEqual([]);
    });

    it('the policies let pods reach the engines that are used, and no others', () => {
      const policies = ofKind<NetworkPolicy>(objects, 'NetworkPolicy');
      if (policies.length === 0) return;
      // The last rule of the worker; that of an object store at public addresses is like it.
      const ofWorker = policies.find(({ metadata }) => metadata.name.endsWith('-worker'))?.spec.egress ?? [];
      const forWebhooks = ofWorker.slice(-1);
      const portsOf = (role: string): (number | string)[] =>
        policies
          .filter(({ spec }) => rolesSelectedBy(spec.podSelector).includes(role))
          .flatMap(({ spec }) => spec.egress ?? [])
          .filter((rule) => !forWebhooks.includes(rule))
          .flatMap(({ ports = [] }) => ports.map(({ port }) => port));
      const settings = ofKind<ConfigMap>(objects, 'ConfigMap').flatMap(({ data }) => Object.keys(data));
      const variables = deployments.flatMap(({ spec }) =>
        spec.template.spec.containers.flatMap(({ env }) => env.map(({ name }) => name)),
      );
      const used: [number, boolean][] = [
        [5432, true],
        [2113, variables.includes('EVENTSTORE_URL')],
        [9093, settings.includes('KAFKA_BROKERS')],
        [6379, variables.includes('REDIS_URL')],
      ];
      for (const role of ['api', 'projector', 'worker']) {
        for (const [port, isUsed] of used) expect(portsOf(role).includes(port), `${role} ${port}`).toBe(isUsed);
        const translates = role !== 'projector';
        expect(portsOf(role).includes(443)).toBe(settings.includes('S3_BUCKET'));
        expect(portsOf(role).includes(8001)).toBe(translates && settings.includes('TRITON_URLS'));
        expect(portsOf(role).includes(9467)).toBe(translates && roles.includes('inference'));
      }
      if (roles.includes('inference')) expect(new Set(portsOf('inference'))).toEqual(new Set([53, 443]));
    });

    it('Prometheus reads each pod once, and all roles as one job', () => {
      for (const { spec } of ofKind<Monitor>(objects, 'PodMonitor')) {
        expect(rolesSelectedBy(spec.selector)).toEqual(roles);
        const jobs = deployments.map((deployment) => deployment.spec.template.metadata.labels[spec.jobLabel]);
        expect(new Set(jobs)).toEqual(new Set(['transledger']));
      }
      for (const { spec } of ofKind<Monitor>(objects, 'ServiceMonitor')) {
        const services = ofKind<Service>(objects, 'Service').filter(({ metadata }) =>
          isSelectedBy(metadata.labels, spec.selector),
        );
        expect(services.map(({ spec: { ports } }) => ports.map(({ name }) => name))).toEqual([['metrics']]);
        expect(services.map(({ metadata }) => metadata.labels[spec.jobLabel])).toEqual(['transledger']);
      }
    });
  });

  it('API and worker, and nobody else, reach the inference pods, each by the name that its service gives it', async () => {
    const objects = await renderChart(variants['models in place of Triton'] ?? {});
    const settings = ofKind<ConfigMap>(objects, 'ConfigMap').find(({ data }) => 'TRANSLEDGER_INFERENCE_URLS' in data);
    const [set] = ofKind<StatefulSet>(objects, 'StatefulSet');
    const services = ofKind<Service>(objects, 'Service').map(({ metadata }) => metadata.name);
    expect(services).toContain(set?.spec.serviceName);
    const places = [0, 1, 2].map((n) => `tcp://${set?.metadata.name}-${n}.${set?.spec.serviceName}.mt.svc:9467`);
    expect([set?.spec.replicas, settings?.data.TRANSLEDGER_INFERENCE_URLS]).toEqual([3, places.join(',')]);
    const callers = ofKind<NetworkPolicy>(objects, 'NetworkPolicy')
      .flatMap(({ spec }) => spec.ingress ?? [])
      .filter(({ ports = [] }) => ports.some(({ port }) => port === 'models'))
      .flatMap(({ from = [] }) => from.map(({ podSelector }) => podSelector?.matchLabels[component]));
    expect(callers).toEqual(['api', 'worker']);
  });

  it('both autoscalers scale workers by the same numbers', async () => {
    const byHpa = ofKind<Autoscaler>(await renderChart({}), 'HorizontalPodAutoscaler')
      .flatMap(({ spec }) => spec.metrics)
      .flatMap(({ external }) => external ?? [])
      .map(({ metric }) => {
        const labels = Object.entries(metric.selector.matchLabels).map(([name, value]) => `${name}="${value}"`);
        return `max(${metric.name}{namespace="mt",${labels.join(',')}})`;
      });
    const keda = ofKind<ScaledObject>(await renderChart(variants['autoscaling by KEDA'] ?? {}), 'ScaledObject');
    expect(keda.flatMap(({ spec }) => spec.triggers.map(({ metadata }) => metadata.query))).toEqual(byHpa);
    expect(byHpa.length).toBeGreaterThan(1);
  });

  it('the chart has the alerts of infra/monitoring unchanged', async () => {
    const files = globSync('infra/monitoring/prometheus/rules/*.yaml', { cwd: projectRoot }).sort();
    const groups = files.flatMap((file): unknown[] => parse(readFileSync(join(projectRoot, file), 'utf8')).groups);
    const rules = ofKind<PrometheusRule>(await renderChart(variants['everything on'] ?? {}), 'PrometheusRule');
    expect(rules.map(({ spec }) => spec.groups)).toEqual([groups]);
    expect(groups.length).toBeGreaterThan(0);
  });
});
