import type { Fault, FaultKind } from './faults.js';
import type { ReadCounts } from './readers.js';
import type { Endpoint } from './rpc-errors.js';

/** A command to the control port, as JSON in a POST. */
export type ControlCommand =
  | { command: 'inject'; fault: Fault }
  | { command: 'clear'; kind?: FaultKind | undefined }
  | { command: 'fired'; kind: FaultKind }
  | { command: 'follow'; leader?: Endpoint | undefined }
  | { command: 'drop-connections' }
  | { command: 'write-system-events'; count: number }
  | { command: 'write-foreign-events'; stream: string; count: number; type?: string | undefined }
  | { command: 'status' };

/** The response of the control port. */
export interface ControlResponse {
  /** Times that the fault in question struck. */
  fired?: number;
  events: number;
  connections: number;
  reads: ReadCounts;
}
