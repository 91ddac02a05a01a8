import { setTimeout as sleep } from 'node:timers/promises';
import { engineNames, roles } from '../cluster/fault-cluster.js';
import type { Fault } from './fault.js';
import { anyNode } from './kill.js';

/** Milliseconds of a pause, longer than the life of every lease and lock. */
const pausedMs = 15_000;

const pauseFor = async (paused: { pause: () => void; resume: () => void }): Promise<void> => {
  paused.pause();
  try {
    await sleep(pausedMs);
  } finally {
    paused.resume();
  }
};

const pausesOfNodes = roles.map(
  (role): Fault => ({
    name: `pause-${role}`,
    strike: async (fixture) => {
      const node = anyNode(fixture, role);
      await pauseFor(node);
      return node.name;
    },
  }),
);

const pausesOfEngines = engineNames.map(
  (name): Fault => ({
    name: `pause-${name}`,
    strike: async ({ cluster }) => {
      await pauseFor(cluster.engine(name));
      return undefined;
    },
  }),
);

/** Faults that send SIGSTOP, and SIGCONT after 15 s. */
export const pauses: readonly Fault[] = [...pausesOfNodes, ...pausesOfEngines];
