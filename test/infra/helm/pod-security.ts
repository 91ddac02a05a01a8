import { containersOf, type Deployment } from './kubernetes-objects.js';

const volumeTypes = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/** Breaches of the Pod Security Standard `restricted` in a pod, and of the rules of this chart beyond it. */
export const breachesOf = (deployment: Deployment): string[] => {
  const { spec } = deployment.spec.template;
  const breaches: string[] = [];
  const demand = (isMet: boolean, breach: string) => {
    if (!isMet) breaches.push(breach);
  };
  demand(!(spec.hostNetwork || spec.hostPID || spec.hostIPC), 'shares namespaces with its node');
  demand(spec.securityContext.runAsNonRoot === true, 'may run as root');
  demand(spec.securityContext.runAsUser !== 0, 'runs as root');
  demand(['RuntimeDefault', 'Localhost'].includes(spec.securityContext.seccompProfile?.type ?? ''), 'has no seccomp');
  demand(spec.securityContext.sysctls === undefined, 'sets kernel parameters');
  demand(spec.automountServiceAccountToken === false, 'has a token of its service account');
  demand(spec.enableServiceLinks === false, 'has a variable for every service');
  for (const volume of spec.volumes) {
    const [type = 'none'] = Object.keys(volume).filter((key) => key !== 'name');
    demand(volumeTypes.includes(type), `has a volume of type ${type}`);
  }
  for (const { name, securityContext, ports, resources } of containersOf(deployment)) {
    demand(securityContext.privileged !== true, `${name} is privileged`);
    demand(securityContext.allowPrivilegeEscalation === false, `${name} may gain privileges`);
    demand(securityContext.runAsNonRoot !== false && securityContext.runAsUser !== 0, `${name} runs as root`);
    demand(securityContext.capabilities?.drop?.includes('ALL') === true, `${name} keeps capabilities`);
    demand((securityContext.capabilities?.add ?? []).length === 0, `${name} adds capabilities`);
    demand((securityContext.procMount ?? 'Default') === 'Default', `${name} sees more of /proc`);
    demand(securityContext.readOnlyRootFilesystem === true, `${name} can write its image`);
    demand(
      ports.every(({ hostPort }) => hostPort === undefined),
      `${name} takes a port of its node`,
    );
    demand(resources.requests?.cpu !== undefined && resources.limits?.memory !== undefined, `${name} has no resources`);
  }
  return breaches;
};
