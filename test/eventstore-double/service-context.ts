import type { AccessCheck } from './access.js';
import type { Connections } from './connections.js';
import type { EventLog } from './event-log.js';
import type { Faults } from './faults.js';
import type { Readers } from './readers.js';

/** The state that every service of the double works on. */
export interface ServiceContext {
  readers: Readers;
  log: EventLog;
  faults: Faults;
  connections: Connections;
  access: AccessCheck;
  /** Max bytes of one append. */
  maxAppendSize: number;
}
