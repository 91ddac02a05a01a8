import type { WebhookReceiver } from '#test/e2e/webhook-receiver.js';
import type { FaultCluster } from '../cluster/fault-cluster.js';

export interface FaultFixture {
  cluster: FaultCluster;
  receiver: WebhookReceiver;
  /** Numbers from 0 to 1, the same ones for the same seed. */
  random: () => number;
}

/** Something that goes wrong with a cluster under load. */
export interface Fault {
  name: string;
  /** Reason why the fault cannot strike here; undefined when it can. */
  impossible?: (cluster: FaultCluster) => string | undefined;
  /** Number of Kafka brokers that the fault needs; one when absent. */
  brokers?: 3;
  /** Resolves when all that can be undone is undone, with what it struck. @throws when it did not strike */
  strike: (fixture: FaultFixture) => Promise<string | undefined>;
}
