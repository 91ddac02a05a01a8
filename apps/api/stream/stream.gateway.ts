import type { IncomingMessage } from 'node:http';
import { type BeforeApplicationShutdown, Inject } from '@nestjs/common';
import { type OnGatewayConnection, WebSocketGateway } from '@nestjs/websockets';
import type { WebSocket } from 'ws';
import type { Settings } from '#libs/platform/config/settings.js';
import { SETTINGS } from '#libs/ports/tokens.js';
import { streamPath } from '../http/stream-upgrade.js';
import { StreamHub } from './stream-hub.js';
import { clientOf } from './stream-request.js';

@WebSocketGateway({ path: streamPath })
export class StreamGateway implements OnGatewayConnection<WebSocket>, BeforeApplicationShutdown {
  constructor(
    private readonly hub: StreamHub,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  handleConnection(socket: WebSocket, request: IncomingMessage): void {
    this.hub.accept(socket, clientOf(request, this.settings.TRANSLEDGER_TRUSTED_PROXIES));
  }

  /** Closes the connections before Nest tears the sockets down. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.hub.stop();
  }
}
