import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { claimForCluster, clusterFolder } from '#apps/standalone/preflight.js';
import { progress } from '#apps/standalone/progress.js';
import type { PlannedRole, ServicePlan } from '#apps/standalone/service.js';
import type { Undo } from '#apps/standalone/undo.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import { freePort } from '#libs/platform/process/free-port.js';
import { balancerAddress, startBalancer } from './balancer.js';
import { type ClusterOptions, clusterEngines, runsModels, settingsOf } from './cluster-engines.js';
import { keepRunning } from './kept-engine.js';

const nodesOfARole = 2;

const numbered = <T>(make: (number: number) => T): T[] =>
  Array.from({ length: nodesOfARole }, (_, index) => make(index + 1));

/** Starts the engines side by side, each with its progress line; one that ends by itself is started again. */
const startEngines = async (
  settings: Settings,
  dataDir: string,
  undo: Undo,
  options: ClusterOptions,
): Promise<Record<string, string>> => {
  const starting = await Promise.allSettled(
    clusterEngines(settings, options).map(async ({ title, name, start }) => {
      const folder = join(dataDir, clusterFolder, name);
      await mkdir(folder, { recursive: true });
      const kept = await progress(`Starting ${title}`, () =>
        keepRunning(
          (port) => start(folder, port),
          (outcome) => process.stderr.write(`${title} ended, and ${outcome}\n`),
        ),
      );
      undo.add(() => kept.stop());
      return kept.first;
    }),
  );
  // Each start is awaited, so that every engine that has started is stopped when another has not.
  const started = starting.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
  return settingsOf(started);
};

/**
 * A whole cluster on one machine: every engine a server of its own, two nodes of each role, a balancer in front; two inference nodes
 * where they translate.
 * The event store is the protocol double unless EVENTSTORE_URL is set; the same holds for every other engine's setting.
 */
export const clusterPlan = async (settings: Settings, options: ClusterOptions = {}): Promise<ServicePlan> => {
  const dataDir = resolve(settings.TRANSLEDGER_DATA_DIR);
  const logs = join(dataDir, 'logs');
  const ports = await Promise.all(numbered(() => freePort()));
  const nodePorts = await Promise.all(numbered(() => freePort()));
  /** The first node has the port of metrics that the service has, and each other node another. */
  const metricsPorts = await Promise.all(numbered(() => freePort()));
  const modelsPorts = runsModels(settings) ? await Promise.all(numbered(() => freePort())) : [];
  const modelsUrls = modelsPorts.map((port) => `tcp://127.0.0.1:${port}`);
  const trustedProxies = settings.TRANSLEDGER_TRUSTED_PROXIES;
  const node = (role: PlannedRole['role'], number: number): PlannedRole => {
    const name = `${role}-${number}`;
    return { role, name, logFile: join(logs, `${name}.log`) };
  };
  const apiNode = (number: number): PlannedRole => ({
    ...node('api', number),
    settings: {
      HOST: '127.0.0.1',
      PORT: String(ports[number - 1]),
      TRANSLEDGER_NODE_PORT: String(nodePorts[number - 1]),
      TRANSLEDGER_PUBLIC_URL: publicUrlOf(settings),
      TRANSLEDGER_TRUSTED_PROXIES: [...trustedProxies, balancerAddress].join(','),
      TRANSLEDGER_API_NODES: String(nodesOfARole),
      ...(number > 1 ? { TRANSLEDGER_METRICS_PORT: String(metricsPorts[number - 1]) } : {}),
    },
  });
  return {
    claim: claimForCluster,
    startEngines: async (folder, undo) => {
      await mkdir(logs, { recursive: true });
      const engines = await startEngines(settings, folder, undo, options);
      return modelsUrls.length === 0 ? engines : { ...engines, TRANSLEDGER_INFERENCE_URLS: modelsUrls.join(',') };
    },
    roles: [
      ...modelsUrls.map((url, index) => ({
        ...node('inference', index + 1),
        settings: { TRANSLEDGER_INFERENCE_LISTEN: url },
      })),
      ...numbered((number) => node('projector', number)),
      ...numbered((number) => node('worker', number)),
      ...numbered(apiNode),
    ],
    open: async (undo) => {
      const { HOST: host, PORT: port } = settings;
      const balancer = await startBalancer({ host, port, nodes: ports, trustedProxies });
      undo.add(() => balancer.close());
    },
  };
};
