import type { WebhookReceiver } from '#test/e2e/webhook-receiver.js';
import type { FaultCluster } from '../cluster/fault-cluster.js';

export interface FaultScene {
  cluster: FaultCluster;
  receiver: WebhookReceiver;
  /** From 0 to 1, the same for the same seed. */
  random: () => number;
}

/** Something that goes wrong with a cluster under load. */
export interface Fault {
  name: string;
  /** Why it cannot be done here; undefined when it can. */
  impossible?: (cluster: FaultCluster) => string | undefined;
  /** Resolves when all is undone that can be undone, with what it struck. @throws when it did not strike */
  strike: (scene: FaultScene) => Promise<string | undefined>;
}
