import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inProject } from '#test/servers/installed.js';
import type { KubernetesObject } from './kubernetes-objects.js';

type Validate = ((data: unknown) => boolean) & {
  errors?: readonly { instancePath: string; keyword: string; params: object }[] | null;
};

const operator = 'prometheus-operator/_schemas/ComGithubPrometheusOperatorPrometheusOperatorPkgApisMonitoringV1';

/** The validator of each kind, from packages that compile them from the projects' own definitions. */
const validators: Readonly<Record<string, string>> = {
  'keda.sh/v1alpha1 ScaledObject': 'keda/_schemas/ComGithubKedacoreKedaV2ApisKedaV1alpha1ScaledObject.js',
  'monitoring.coreos.com/v1 PodMonitor': `${operator}PodMonitor.js`,
  'monitoring.coreos.com/v1 ServiceMonitor': `${operator}ServiceMonitor.js`,
  'monitoring.coreos.com/v1 PrometheusRule': `${operator}PrometheusRule.js`,
  'gateway.networking.k8s.io/v1 HTTPRoute': 'gateway-api/_schemas/IoK8sSigsGatewayApiApisV1HTTPRoute.js',
};

const kindOf = ({ apiVersion, kind }: KubernetesObject): string => `${apiVersion} ${kind}`;

export const isCustomResource = (object: KubernetesObject): boolean => Object.hasOwn(validators, kindOf(object));

/** Records every field that is read, and every field of a map that is listed, as a path. */
class ReadFields {
  private readonly paths = new Set<string>();

  /** The same data behind a proxy that records reads. */
  of(data: unknown, path = ''): unknown {
    if (typeof data !== 'object' || data === null) return data;
    return new Proxy(data, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof name !== 'string') return value;
        this.paths.add(`${path}/${name}`);
        return this.of(value, `${path}/${name}`);
      },
      ownKeys: (target) => {
        for (const name of Object.keys(target)) this.paths.add(`${path}/${name}`);
        return Reflect.ownKeys(target);
      },
    });
  }

  /** Fields of the data that were not read. */
  missedIn(data: unknown, path = ''): string[] {
    if (typeof data !== 'object' || data === null) return [];
    return Object.entries(data).flatMap(([name, value]) => {
      const field = `${path}/${name}`;
      return Array.isArray(data) || this.paths.has(field) ? this.missedIn(value, field) : [field];
    });
  }
}

const validatorOf = async (object: KubernetesObject): Promise<Validate> => {
  const file = join(
    inProject('kubernetes-schemas-1.37'),
    'node_modules/@kubernetes-models',
    validators[kindOf(object)] ?? '',
  );
  const { validate }: { validate: Validate } = await import(pathToFileURL(file).href);
  return validate;
};

/**
 * Lists the faults of a custom resource. The validators let fields pass that they do not know, but read every field
 * that they know and list the entries of maps: a field that was neither read nor listed is unknown.
 */
export const problemsOf = async (object: KubernetesObject): Promise<string[]> => {
  const validate = await validatorOf(object);
  const read = new ReadFields();
  const isValid = validate(read.of(object));
  const errors = (validate.errors ?? []).map(
    ({ instancePath, keyword, params }) => `${instancePath} ${keyword} ${JSON.stringify(params)}`,
  );
  return [...(isValid ? [] : errors), ...read.missedIn(object).map((field) => `${field} is not a field`)];
};
