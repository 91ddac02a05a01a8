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

  override bindMessageHandlers(): void {
    // The gateway reads the frames itself: ours are told apart by `type`, and their order matters.
  }
}
