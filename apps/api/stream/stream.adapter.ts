import { WsAdapter } from '@nestjs/platform-ws';
import type { WebSocketServer } from 'ws';
import { maxFrameBytes } from '../http/stream-upgrade.js';

/** WebSockets with bounded frames and without compression, whose frames are all left to the gateway. */
export class StreamAdapter extends WsAdapter {
  override create(port: number, options: Record<string, unknown> = {}): WebSocketServer {
    return super.create(port, {
      ...options,
      maxPayload: maxFrameBytes,
      // Each deflate context is 300 KB, and compression beside a secret can reveal it.
      perMessageDeflate: false,
      autoPong: false,
    });
  }

  /** A frame that breaks the protocol, or a connection that breaks, is its client's: the socket closes with the code that says so, and the log has no line. */
  override bindErrorHandler(server: WebSocketServer): WebSocketServer {
    server.on('connection', (socket) => socket.on('error', () => undefined));
    return server.on('error', (error) => this.logger.error(error));
  }

  override bindMessageHandlers(): void {
    // The gateway reads the frames itself: ours are told apart by `type`, and their order matters.
  }
}
