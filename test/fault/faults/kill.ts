import { setTimeout as sleep } from 'node:timers/promises';
import { engineNames, roles } from '../cluster/fault-cluster.js';
import type { Fault, FaultFixture } from './fault.js';

const awayMs = 2_000;

/** One of the nodes of a role. */
export const anyNode = ({ cluster, random }: FaultFixture, role: string) => {
  const nodes = cluster.nodes.filter((node) => node.role === role);
  const node = nodes[Math.floor(random() * nodes.length)];
  if (node === undefined) throw new Error(`There is no ${role}`);
  return node;
};

/** Sends SIGKILL to a node, which its supervisor starts again. */
const killsOfNodes = roles.map(
  (role): Fault => ({
    name: `kill-${role}`,
    strike: async (fixture) => {
      const node = anyNode(fixture, role);
      const { untilBack } = await node.kill();
      await untilBack();
      return node.name;
    },
  }),
);

/** Sends SIGKILL to an engine, which is started again on its port and folder. */
const killsOfEngines = engineNames.map(
  (name): Fault => ({
    name: `kill-${name}`,
    strike: async ({ cluster }) => {
      const engine = cluster.engine(name);
      await engine.kill();
      await sleep(awayMs);
      await engine.restart();
      return undefined;
    },
  }),
);

export const kills: readonly Fault[] = [...killsOfNodes, ...killsOfEngines];
