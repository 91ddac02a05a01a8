/** The variables that each foreign image reads, as far as the compose file uses them. */
const variables: Record<string, readonly string[]> = {
  postgres: ['POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD_FILE'],
  'kurrentplatform/kurrentdb': [
    'KURRENTDB_INSECURE',
    'KURRENTDB_CLUSTER_SIZE',
    'KURRENTDB_RUN_PROJECTIONS',
    'KURRENTDB_TELEMETRY_OPTOUT',
  ],
  'apache/kafka': ['CLUSTER_ID', 'KAFKA_HEAP_OPTS'],
  'andrewgaul/s3proxy': [
    'S3PROXY_ENDPOINT',
    'S3PROXY_AUTHORIZATION',
    'S3PROXY_IDENTITY',
    'S3PROXY_JAVA_OPTS',
    'JCLOUDS_PROVIDER',
    'JCLOUDS_FILESYSTEM_BASEDIR',
  ],
  'grafana/grafana': [
    'GF_SECURITY_ADMIN_PASSWORD__FILE',
    'GF_USERS_ALLOW_SIGN_UP',
    'GF_ANALYTICS_REPORTING_ENABLED',
    'GF_ANALYTICS_CHECK_FOR_UPDATES',
    'GF_ANALYTICS_CHECK_FOR_PLUGIN_UPDATES',
  ],
};

/** Properties of `server.properties`; the image takes each as KAFKA_ and its name with underscores for dots. */
const brokerProperties = [
  'node.id',
  'process.roles',
  'controller.quorum.voters',
  'controller.listener.names',
  'listeners',
  'advertised.listeners',
  'listener.security.protocol.map',
  'inter.broker.listener.name',
  'offsets.topic.replication.factor',
  'transaction.state.log.replication.factor',
  'transaction.state.log.min.isr',
  'group.initial.rebalance.delay.ms',
  'auto.create.topics.enable',
  'log.dirs',
];

const brokerVariables = brokerProperties.map((name) => `KAFKA_${name.replaceAll('.', '_').toUpperCase()}`);

/** The variables that an image, named without its tag, understands. */
export const understoodBy = (image: string): readonly string[] => [
  ...(variables[image] ?? []),
  ...(image === 'apache/kafka' ? brokerVariables : []),
];
