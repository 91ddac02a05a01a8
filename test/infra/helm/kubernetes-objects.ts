/** The fields of Kubernetes' objects that the tests read; the schemas decide whether an object is well-formed. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels: Record<string, string>; annotations?: Record<string, string> };
}

export interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  timeoutSeconds: number;
  failureThreshold: number;
}

export interface EnvironmentVariable {
  name: string;
  value?: string;
  valueFrom?: { secretKeyRef: { name: string; key: string } };
}

export interface Container {
  name: string;
  image: string;
  command?: string[];
  args: string[];
  ports: { name: string; containerPort: number; hostPort?: number }[];
  env: EnvironmentVariable[];
  envFrom: { configMapRef: { name: string } }[];
  securityContext: {
    allowPrivilegeEscalation?: boolean;
    privileged?: boolean;
    readOnlyRootFilesystem?: boolean;
    runAsNonRoot?: boolean;
    runAsUser?: number;
    procMount?: string;
    capabilities?: { drop?: string[]; add?: string[] };
  };
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  lifecycle?: { preStop: { sleep: { seconds: number } } };
  resources: { requests?: Record<string, string>; limits?: Record<string, string> };
  volumeMounts: { name: string; mountPath: string; readOnly?: boolean }[];
}

export interface Volume {
  name: string;
  emptyDir?: { sizeLimit?: string };
  secret?: { secretName: string };
  configMap?: { name: string };
  persistentVolumeClaim?: { claimName: string };
}

export interface PodSpec {
  serviceAccountName: string;
  automountServiceAccountToken: boolean;
  enableServiceLinks: boolean;
  hostNetwork?: boolean;
  hostPID?: boolean;
  hostIPC?: boolean;
  securityContext: {
    runAsNonRoot?: boolean;
    runAsUser?: number;
    seccompProfile?: { type: string };
    sysctls?: unknown[];
  };
  terminationGracePeriodSeconds: number;
  topologySpreadConstraints?: { labelSelector: LabelSelector }[];
  initContainers?: Container[];
  containers: Container[];
  volumes: Volume[];
}

export interface LabelSelector {
  matchLabels: Record<string, string>;
  /** Those of the chart exclude values of a label. */
  matchExpressions?: { key: string; operator: 'NotIn'; values: string[] }[];
}

export interface Deployment extends KubernetesObject {
  spec: {
    replicas?: number;
    selector: LabelSelector;
    template: { metadata: { labels: Record<string, string>; annotations: Record<string, string> }; spec: PodSpec };
  };
}

/** A Deployment whose pods keep their names and volumes. */
export interface StatefulSet extends Deployment {
  spec: Deployment['spec'] & { serviceName: string; volumeClaimTemplates: { metadata: { name: string } }[] };
}

export interface Service extends KubernetesObject {
  spec: { selector: Record<string, string>; ports: { name: string; port: number; targetPort: string }[] };
}

export interface ConfigMap extends KubernetesObject {
  data: Record<string, string>;
}

export interface Autoscaler extends KubernetesObject {
  spec: {
    scaleTargetRef: { name: string };
    metrics: {
      type: string;
      external?: { metric: { name: string; selector: LabelSelector }; target: { averageValue: string } };
    }[];
  };
}

export interface ScaledObject extends KubernetesObject {
  spec: { scaleTargetRef: { name: string }; triggers: { metadata: { query: string } }[] };
}

export interface NetworkPolicy extends KubernetesObject {
  spec: {
    podSelector: LabelSelector;
    policyTypes: string[];
    ingress?: { ports?: { port: number | string }[]; from?: { podSelector?: LabelSelector }[] }[];
    egress?: { ports?: { port: number | string }[]; to?: { ipBlock?: { cidr: string; except?: string[] } }[] }[];
  };
}

export interface PodDisruptionBudget extends KubernetesObject {
  spec: { selector: LabelSelector };
}

/** A PodMonitor or a ServiceMonitor. */
export interface Monitor extends KubernetesObject {
  spec: { selector: LabelSelector; jobLabel: string };
}

export interface PrometheusRule extends KubernetesObject {
  spec: { groups: unknown[] };
}

/** The objects of a kind; `T` is the type of that kind. */
export const ofKind = <T extends KubernetesObject>(objects: readonly KubernetesObject[], kind: T['kind']): T[] =>
  objects.filter((object): object is T => object.kind === kind);

/** The objects that have pods, by their roles. */
export const workloadsOf = (objects: readonly KubernetesObject[]): Deployment[] => [
  ...ofKind<Deployment>(objects, 'Deployment'),
  ...ofKind<StatefulSet>(objects, 'StatefulSet'),
];

/** Whether labels meet a selector. */
export const isSelectedBy = (
  labels: Record<string, string>,
  { matchLabels, matchExpressions = [] }: LabelSelector,
): boolean =>
  Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
  matchExpressions.every(({ key, values }) => !values.includes(labels[key] ?? ''));

/** The roles that have pods with these values. */
export const rolesOf = (values: object): string[] => {
  const isEnabled = 'inference' in values && (values.inference as { enabled?: boolean }).enabled === true;
  return ['api', 'projector', 'worker', ...(isEnabled ? ['inference'] : [])];
};

export const containersOf = ({ spec }: Deployment): Container[] => [
  ...(spec.template.spec.initContainers ?? []),
  ...spec.template.spec.containers,
];
