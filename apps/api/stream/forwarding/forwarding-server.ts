import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type TLSSocket } from 'node:tls';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { NodeDirectory } from '#libs/ports/node-directory/node-directory.port.js';
import { toRejection } from '../../http/error-envelope.js';
import { type TranslationHolder, takeOver } from '../stream-resumption.js';
import { ForwardedTranslation } from './forwarded-translation.js';
import { type HolderMessage, lineOf, messagesOf, type ReaderMessage, type TakeMessage } from './link-messages.js';
import { LinkReader } from './link-reader.js';
import { handshakeMs, serverLink, silentMs } from './node-link.js';

interface ForwardingOptions {
  /** Id of this node. */
  nodeId: string;
  /** The key that all nodes have. */
  key: Buffer;
  directory: NodeDirectory;
  /** Finds the connections of this node. */
  connections: { find(connectionId: string): TranslationHolder | undefined };
  logger: Logger;
  /** Milliseconds for which a translation can be taken again once its link is gone. Default 60,000. */
  resumableMs?: number;
  /** Milliseconds that translations may go on when the server shuts down. Default 10,000. */
  drainMs?: number;
}

/** Maximum of links from other nodes, and of translations that they have taken. */
const maxLinks = 1_000;

/** Gives translations of this node to the nodes that their clients have connected to since. */
export class ForwardingServer {
  private readonly server: Server;
  private readonly sockets = new Set<TLSSocket>();
  private readonly readers = new Map<string, LinkReader>();
  private isStopping = false;

  constructor(private readonly options: ForwardingOptions) {
    this.server = createServer(serverLink(options.key), (socket) => void this.serve(socket));
    this.server.maxConnections = maxLinks;
    this.server.on('tlsClientError', (error) => {
      options.logger.warn({ err: error }, 'a link between nodes was refused');
    });
  }

  /**
   * Listens, and makes this node known to the others under a name by which they reach it.
   * @returns the port
   */
  async start(listenOn: { host: string; port: number }, advertisedHost: string): Promise<number> {
    this.server.listen(listenOn.port, listenOn.host);
    await once(this.server, 'listening');
    const { port } = this.server.address() as AddressInfo;
    const host = advertisedHost.includes(':') ? `[${advertisedHost}]` : advertisedHost;
    await this.options.directory.announce(this.options.nodeId, `${host}:${port}`);
    return port;
  }

  /** Lets translations that are read elsewhere end within the drain time. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.options.directory.close();
    this.server.close();
    const { drainMs = 10_000 } = this.options;
    await Promise.all([...this.readers.values()].map((reader) => reader.bringDown(drainMs)));
    for (const socket of this.sockets) socket.destroySoon();
  }

  private async serve(socket: TLSSocket): Promise<void> {
    this.sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => undefined);
    let reader: LinkReader | undefined;
    let silence = setTimeout(() => socket.destroy(), handshakeMs);
    try {
      for await (const message of messagesOf<ReaderMessage>(socket)) {
        clearTimeout(silence);
        silence = setTimeout(() => socket.destroy(), silentMs);
        if (message.type === 'take' && reader === undefined) reader = this.take(socket, message);
        else if (message.type === 'cancel') reader?.cancel();
        else if (message.type === 'ping' && !socket.writableNeedDrain) say(socket, { type: 'alive' });
      }
    } catch {
      // The link broke.
    } finally {
      clearTimeout(silence);
      this.sockets.delete(socket);
      reader?.linkClosed();
      socket.destroySoon();
    }
  }

  private take(socket: TLSSocket, wanted: TakeMessage): LinkReader | undefined {
    const { nodeId, connections, resumableMs = 60_000 } = this.options;
    const { holderId, organizationId, keyId, id, index, readerId } = wanted;
    const owner = { organizationId, keyId };
    try {
      // The address of a node that is dead may be this one's by now.
      if (wanted.nodeId !== nodeId) throw new Rejection('not_found');
      if (this.isStopping || this.readers.size >= maxLinks) throw new Rejection('service_unavailable');
      const holder = connections.find(holderId) ?? this.readers.get(holderId);
      const translation = takeOver(holder, owner, { id, index });
      if (translation instanceof ForwardedTranslation) {
        say(socket, { type: 'moved', ...translation.heldAt });
        translation.stop('broken');
        return undefined;
      }
      const onGone = () => void this.readers.delete(readerId);
      const reader = new LinkReader({ owner, translation, socket, resumableMs, onGone });
      this.readers.set(readerId, reader);
      say(socket, { type: 'taken' });
      reader.begin(index);
      return reader;
    } catch (error) {
      const { code, message, details } = toRejection(error);
      say(socket, { type: 'refused', code, message, ...(details && { details }) });
      return undefined;
    }
  }
}

const say = (socket: TLSSocket, message: HolderMessage): void => {
  socket.write(lineOf(message));
};
