import type { Server } from 'node:http';
import type { Socket } from 'node:net';

interface Traffic {
  /** Number of requests whose responses have not been sent completely. */
  underWay: number;
  /** `bytesRead` when the last response was sent completely: later bytes belong to another request. */
  bytesRead: number;
}

/**
 * Closes the connections of a server that have no request under way. Node's own `closeIdleConnections`, which
 * `close` and Fastify call, also cuts off responses that were handed over but not sent yet: seen with 24.21.
 */
export const closeQuietConnectionsOnly = (server: Server): void => {
  const connections = new Map<Socket, Traffic>();
  server.on('connection', (socket) => {
    connections.set(socket, { underWay: 0, bytesRead: 0 });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const traffic = connections.get(socket);
    if (traffic === undefined) return;
    traffic.underWay += 1;
    response.once('close', () => {
      traffic.underWay -= 1;
      traffic.bytesRead = socket.bytesRead;
      if (request.complete) return;
      // A request that was refused before its body came: the rest of that belongs to no other.
      request.once('close', () => {
        if (traffic.underWay === 0) traffic.bytesRead = socket.bytesRead;
      });
    });
  });
  server.on('upgrade', ({ socket }) => connections.delete(socket));
  server.closeIdleConnections = () => {
    for (const [socket, { underWay, bytesRead }] of connections) {
      if (underWay === 0 && socket.bytesRead === bytesRead) socket.destroy();
    }
  };
};
