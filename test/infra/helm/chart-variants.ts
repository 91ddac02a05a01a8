export type Values = Record<string, unknown>;

const existingSecrets = {
  databaseDirect: { existingSecret: 'database-past-pooler' },
  eventStore: { existingSecret: 'event-store' },
  redis: { existingSecret: 'redis' },
  kafka: { existingSecret: 'kafka-user' },
  oidc: { existingSecret: 'oidc-client' },
  kafkaCa: { existingSecret: 'kafka-authority' },
  objectStore: { existingSecret: 'bucket-user' },
  tritonCa: { existingSecret: 'triton-authority' },
  tritonClient: { existingSecret: 'triton-client' },
};

const everyEngine = {
  secrets: existingSecrets,
  trustedCertificates: { existingConfigMap: 'authority' },
  settings: {
    S3_ENDPOINT: 'https://objects.example.com',
    KAFKA_BROKERS: 'kafka-0:9093,kafka-1:9093',
    TRANSLEDGER_KAFKA_TLS: 'true',
    TRANSLEDGER_KAFKA_SASL_MECHANISM: 'scram-sha-512',
    TRITON_URLS: 'grpcs://triton:8001',
    TRANSLEDGER_OIDC_ISSUER: 'https://id.example.com',
    TRANSLEDGER_OIDC_CLIENT_ID: 'transledger',
    TRANSLEDGER_OIDC_ORGANIZATION: 'org_01KAH3W7J4B2X8Y6Z5V9T0S1R2',
    TRANSLEDGER_TRUSTED_PROXIES: '10.0.0.0/8',
    TRANSLEDGER_TIER_PRO_CHARACTERS_PER_DAY: '10000000',
  },
};

const noAutoscaling = { autoscaling: { enabled: false } };
const noBudget = { podDisruptionBudget: { enabled: false } };

const scheduling = {
  priorityClassName: 'important',
  podAnnotations: { 'example.com/owner': 'translation' },
  podLabels: { 'example.com/cost': '7', 'app.kubernetes.io/component': 'not-this' },
  nodeSelector: { 'kubernetes.io/os': 'linux' },
  tolerations: [{ key: 'dedicated', operator: 'Exists' }],
  affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
  extraVolumes: [{ name: 'more', emptyDir: {} }],
  extraVolumeMounts: [{ name: 'more', mountPath: '/more' }],
};

const accountOf = (name: string) => ({ serviceAccount: { create: false, name } });

/** Values that operators give, by their purpose. */
export const variants: Record<string, Values> = {
  'the default values': {},
  minimal: {
    api: { replicas: 1, ...noAutoscaling, ...noBudget, topologySpreadConstraints: [] },
    projector: { replicas: 1, ...noBudget, topologySpreadConstraints: [] },
    worker: { replicas: 1, ...noAutoscaling, ...noBudget, topologySpreadConstraints: [] },
    networkPolicy: { enabled: false },
  },
  'everything on': {
    ...everyEngine,
    commonLabels: { team: 'mt' },
    commonAnnotations: { 'example.com/docs': 'yes' },
    image: { repository: 'example/transledger', digest: `sha256:${'a'.repeat(64)}`, pullSecrets: ['pull'] },
    api: { ...scheduling, service: { annotations: { 'example.com/balancer': 'internal' } } },
    projector: scheduling,
    worker: { ...scheduling, extraEnv: [{ name: 'TRANSLEDGER_LOG_LEVEL', value: 'debug' }] },
    ingress: {
      enabled: true,
      className: 'public',
      annotations: { 'example.com/timeout': '300' },
      hosts: [{ host: 'mt.example.com' }],
      tls: [{ secretName: 'mt-tls', hosts: ['mt.example.com'] }],
    },
    httpRoute: { enabled: true, parentRefs: [{ name: 'gateway', namespace: 'edge' }], hostnames: ['mt.example.com'] },
    networkPolicy: {
      apiFrom: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'edge' } } }],
      egress: { database: { to: [{ ipBlock: { cidr: '10.1.2.3/32' } }] }, webhooks: { ports: [443] } },
    },
    monitoring: {
      podMonitor: { enabled: true, labels: { release: 'prometheus' } },
      prometheusRule: { enabled: true, labels: { release: 'prometheus' } },
    },
    extraObjects: [
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: '{{ .Release.Name }}-more', labels: {} }, data: {} },
    ],
  },
  'autoscaling by KEDA': {
    ...everyEngine,
    worker: {
      autoscaling: {
        engine: 'keda',
        keda: { prometheusAddress: 'http://prometheus:9090', authentication: 'prometheus' },
      },
    },
  },
  'no network policies': { ...everyEngine, networkPolicy: { enabled: false } },
  'service accounts that exist': { api: accountOf('mt'), projector: accountOf('mt'), worker: accountOf('') },
  'autoscaling off': {
    ...everyEngine,
    api: { replicas: 3, ...noAutoscaling },
    worker: { replicas: 5, ...noAutoscaling },
  },
  'documents on a volume': { settings: { S3_BUCKET: null }, documents: { existingClaim: 'documents' } },
  'models in place of Triton': {
    settings: { TRANSLEDGER_MODELS: 'en-de,de-en', TRANSLEDGER_INFERENCE: 'marian' },
    inference: { ...scheduling, enabled: true, replicas: 3, models: { size: '10Gi', storageClassName: 'fast' } },
    trustedCertificates: { existingConfigMap: 'authority' },
    monitoring: { podMonitor: { enabled: true } },
  },
  'service monitor, other ports and names, IPv6': {
    fullnameOverride: 'mt',
    host: '::',
    ports: { http: 9000, metrics: 9001 },
    settings: { TRANSLEDGER_MODELS: 'en-de' },
    inference: { enabled: true, podDisruptionBudget: { enabled: false } },
    api: { service: { type: 'LoadBalancer', port: 8000 } },
    monitoring: { serviceMonitor: { enabled: true } },
    podSecurityContext: { runAsUser: null, runAsGroup: null, fsGroup: null },
  },
};
