import type { IncomingMessage } from 'node:http';
import { type BeforeApplicationShutdown, Inject } from '@nestjs/common';
import { type OnGatewayConnection, WebSocketGateway } from '@nestjs/websockets';
import type { WebSocket } from 'ws';
import type { Settings } from '#libs/platform/config/settings.js';
import { SETTINGS } from '#libs/ports/tokens.js';
import { BrowserSessions } from '../http/browser-sessions.js';
import { streamPath } from '../http/stream-upgrade.js';
import { ForwardingServer } from './forwarding/forwarding-server.js';
import { StreamHub } from './stream-hub.js';
import { clientOf } from './stream-request.js';

@WebSocketGateway({ path: streamPath })
export class StreamGateway implements OnGatewayConnection<WebSocket>, BeforeApplicationShutdown {
  constructor(
    private readonly hub: StreamHub,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Inject(BrowserSessions) private readonly browserSessions: Pick<BrowserSessions, 'tokenOf' | 'assertOwnOrigin'>,
    @Inject(ForwardingServer) private readonly forwarding: ForwardingServer | undefined,
  ) {}

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    const client = clientOf(request, this.settings.TRANSLEDGER_TRUSTED_PROXIES, this.browserSessions);
    this.hub.accept(socket, client, request.socket);
  }

  /** Closes the connections before Nest tears the sockets down. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.hub.stop(), this.forwarding?.stop()]);
  }
}
