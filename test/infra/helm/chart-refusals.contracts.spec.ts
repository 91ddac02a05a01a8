import { expect, it } from 'vitest';
import type { Values } from './chart-variants.js';
import { describeWithHelm } from './describe-with-helm.js';
import { renderYaml } from './helm.js';

const secret = (name: string, existingSecret: string): Values => ({ secrets: { [name]: { existingSecret } } });

/** Mistakes that an operator may make, with values that contain each and the error that it leads to. */
const mistakes: [string, Values, RegExp][] = [
  ['a value that does not exist', { replicaCount: 2 }, /replicaCount/],
  ['a setting that does not exist', { settings: { TRANSLEDGER_LOGLEVEL: 'debug' } }, /TRANSLEDGER_LOGLEVEL/],
  ['a secret as a setting', { settings: { DATABASE_URL: 'postgresql://user:password@db/mt' } }, /DATABASE_URL/],
  ['a setting that is not text', { settings: { TRANSLEDGER_CACHE_BYTES: 67_108_864 } }, /TRANSLEDGER_CACHE_BYTES/],
  ['the tag latest', { image: { tag: 'latest' } }, /tag/],
  ['pods as root', { podSecurityContext: { runAsUser: 0 } }, /runAsUser/],
  ['a container that may gain privileges', { containerSecurityContext: { allowPrivilegeEscalation: true } }, /allow/],
  ['no secret of the master key', secret('masterKey', ''), /secrets\.masterKey\.existingSecret must name/],
  ['no secret of the database', secret('database', ''), /secrets\.database\.existingSecret must name/],
  ['documents nowhere', { settings: { S3_BUCKET: null } }, /documents need a place/],
  ['documents in two places', { documents: { existingClaim: 'documents' } }, /exclude each other/],
  ['a client of OpenID Connect and no issuer', secret('oidc', 'oidc-client'), /OIDC_ISSUER/],
  ['Kafka with a user and no mechanism', secret('kafka', 'kafka-user'), /SASL_MECHANISM/],
  ['Kafka with a mechanism and no user', { settings: { TRANSLEDGER_KAFKA_SASL_MECHANISM: 'plain' } }, /SASL_MECH/],
  ['an ingress without a host', { ingress: { enabled: true } }, /ingress\.hosts/],
  ['a route without a gateway', { httpRoute: { enabled: true } }, /parentRefs/],
  ['one port for two', { ports: { http: 9464 } }, /must differ/],
  ['too little time to stop', { api: { terminationGracePeriodSeconds: 40 } }, /at least 45/],
  [
    'models that nothing asks',
    { inference: { enabled: true }, settings: { TRITON_URLS: 'grpc://t:8001' } },
    /nothing asks/,
  ],
  ['models that nothing installs', { settings: { TRANSLEDGER_MODELS: 'en-de' } }, /needs inference\.enabled/],
  ['fewer pods at most than at least', { worker: { autoscaling: { minReplicas: 20 } } }, /minReplicas/],
  ['KEDA without Prometheus', { worker: { autoscaling: { engine: 'keda' } } }, /prometheusAddress/],
  [
    'two ways to read metrics',
    { monitoring: { podMonitor: { enabled: true }, serviceMonitor: { enabled: true } } },
    /twice/,
  ],
];

describeWithHelm('the chart refuses', () => {
  it.each(mistakes)('the chart refuses %s with the reason', async (_, values, answer) => {
    await expect(renderYaml(values)).rejects.toThrow(answer);
  });

  it('the chart names every mistake at once', async () => {
    const values = { settings: { S3_BUCKET: null }, ports: { http: 9464 }, ...secret('database', '') };
    await expect(renderYaml(values)).rejects.toThrow(/secrets\.database[\s\S]*documents need[\s\S]*must differ/);
  });

  it('the chart refuses a release of Kubernetes that is too old', async () => {
    await expect(renderYaml({}, '--kube-version', '1.29.0')).rejects.toThrow(/1\.30/);
  });
});
