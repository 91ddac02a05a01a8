import type { Socket } from 'node:net';

const peerOf = (socket: Socket): string => `${socket.remoteAddress}:${socket.remotePort}`;

/**
 * The open TCP connections, so that one of them can be cut. By `destroy`: after `resetAndDestroy` under HTTP/2, Node 24.21
 * spins for ever in one of ten exits of the process.
 */
export class Connections {
  private readonly sockets = new Map<string, Socket>();

  get size(): number {
    return this.sockets.size;
  }

  add(socket: Socket): void {
    const peer = peerOf(socket);
    this.sockets.set(peer, socket);
    socket.on('close', () => this.sockets.delete(peer));
    // A reset by the peer is expected here.
    socket.on('error', () => {});
  }

  /** Cuts the connection of a call, named as gRPC names its peer. */
  drop(peer: string): void {
    this.sockets.get(peer)?.destroy();
  }

  dropAll(): void {
    for (const socket of this.sockets.values()) socket.destroy();
  }
}
