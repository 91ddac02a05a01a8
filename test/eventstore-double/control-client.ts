import type { ControlCommand, ControlResponse } from './control-command.js';
import type { Fault, FaultKind } from './faults.js';
import type { Endpoint } from './rpc-errors.js';

/** Drives a double that runs in another process. */
export class EventStoreDoubleControl {
  private readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  async inject(fault: Fault): Promise<void> {
    await this.send({ command: 'inject', fault });
  }

  /** Removes all faults, or those of one kind. */
  async clear(kind?: FaultKind): Promise<void> {
    await this.send({ command: 'clear', kind });
  }

  async fired(kind: FaultKind): Promise<number> {
    return (await this.send({ command: 'fired', kind })).fired ?? 0;
  }

  async follow(leader: Endpoint | undefined): Promise<void> {
    await this.send({ command: 'follow', leader });
  }

  async dropConnections(): Promise<void> {
    await this.send({ command: 'drop-connections' });
  }

  async writeSystemEvents(count: number): Promise<void> {
    await this.send({ command: 'write-system-events', count });
  }

  async writeForeignEvents(stream: string, count: number, type?: string): Promise<void> {
    await this.send({ command: 'write-foreign-events', stream, count, type });
  }

  status(): Promise<ControlResponse> {
    return this.send({ command: 'status' });
  }

  private async send(command: ControlCommand): Promise<ControlResponse> {
    const response = await fetch(`http://127.0.0.1:${this.port}/`, { method: 'POST', body: JSON.stringify(command) });
    if (!response.ok) throw new Error(`The double refused ${command.command}: ${await response.text()}`);
    return (await response.json()) as ControlResponse;
  }
}
