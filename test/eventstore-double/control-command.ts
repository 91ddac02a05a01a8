import type { Fault, FaultKind } from './faults.js';
import type { Endpoint } from './rpc-errors.js';

/** What the control port takes, as JSON in a POST. */
export type ControlCommand =
  | { command: 'inject'; fault: Fault }
  | { command: 'clear'; kind?: FaultKind | undefined }
  | { command: 'fired'; kind: FaultKind }
  | { command: 'follow'; leader?: Endpoint | undefined }
  | { command: 'drop-connections' }
  | { command: 'write-system-events'; count: number }
  | { command: 'write-foreign-events'; stream: string; count: number }
  | { command: 'status' };

/** What it answers. */
export interface ControlAnswer {
  /** Times that the fault asked for struck. */
  fired?: number;
  events: number;
  connections: number;
}
