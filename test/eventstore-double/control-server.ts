import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import type { ControlCommand, ControlResponse } from './control-command.js';
import type { EventStoreDouble } from './event-store-double.js';

const execute = async (double: EventStoreDouble, command: ControlCommand): Promise<number | undefined> => {
  switch (command.command) {
    case 'inject':
      double.faults.inject(command.fault);
      return undefined;
    case 'clear':
      double.faults.clear(command.kind);
      return undefined;
    case 'fired':
      return double.faults.fired(command.kind);
    case 'follow':
      double.follow(command.leader);
      return undefined;
    case 'drop-connections':
      double.dropConnections();
      return undefined;
    case 'write-system-events':
      await double.writeSystemEvents(command.count);
      return undefined;
    case 'write-foreign-events':
      await double.writeForeignEvents(command.stream, command.count, command.type);
      return undefined;
    case 'status':
      return undefined;
    default:
      throw new Error('Unknown command');
  }
};

/** Drives a double from another process: `curl -d '{"command":"status"}' 127.0.0.1:<port>`. */
export const listenForControl = async (double: EventStoreDouble, port: number): Promise<Server> => {
  const server = createServer(async (request, response) => {
    try {
      const fired = await execute(double, (await json(request)) as ControlCommand);
      const { eventCount: events, connectionCount: connections, readCounts: reads } = double;
      const answer: ControlResponse = { events, connections, reads };
      response.end(JSON.stringify(fired === undefined ? answer : { ...answer, fired }));
    } catch (error) {
      response.writeHead(400).end(error instanceof Error ? error.message : String(error));
    }
  });
  // A long command holds up this process: a connection that waits meanwhile is not idle.
  server.keepAliveTimeout = 120_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
};
