import { brokerFaults } from './brokers.js';
import { engineFailures } from './engines-fail.js';
import { eventStoreCuts } from './event-store-cuts.js';
import type { Fault } from './fault.js';
import { kills } from './kill.js';
import { messagesTwice } from './messages-twice.js';
import { pauses } from './pause.js';

export const allFaults: readonly Fault[] = [
  ...kills,
  ...pauses,
  ...eventStoreCuts,
  ...messagesTwice,
  ...engineFailures,
  ...brokerFaults,
];
