import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { NodeDirectory } from '#libs/ports/node-directory/node-directory.port.js';
import { clientLink, handshakeMs } from './node-link.js';

interface NodeLinksOptions {
  /** Id of this node. */
  nodeId: string;
  /** The key that all nodes have. */
  key: Buffer;
  directory: Pick<NodeDirectory, 'addressOf'>;
  /** Maximum of links of this node to others. Default 1,000. */
  maxLinks?: number;
}

/** Opens links to the nodes that hold translations. */
export class NodeLinks {
  private count = 0;

  constructor(private readonly options: NodeLinksOptions) {}

  get nodeId(): string {
    return this.options.nodeId;
  }

  /**
   * Connects to a node.
   * @throws Rejection `not_found` for a node that is dead, or does not answer; `service_unavailable` with too many links
   */
  async open(nodeId: string): Promise<TLSSocket> {
    const { directory, key, maxLinks = 1_000 } = this.options;
    if (this.count >= maxLinks) throw new Rejection('service_unavailable');
    this.count += 1;
    try {
      const address = await directory.addressOf(nodeId);
      if (address === undefined) throw new Rejection('not_found');
      const socket = await connected(address, key);
      this.count += 1;
      socket.once('close', () => {
        this.count -= 1;
      });
      return socket;
    } finally {
      this.count -= 1;
    }
  }
}

const connected = async (address: string, key: Buffer): Promise<TLSSocket> => {
  const { hostname, port } = new URL(`tls://${address}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(port), ...clientLink(key) });
  socket.setNoDelay(true);
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(handshakeMs) });
    // The reader of the messages sees the error too.
    socket.on('error', () => undefined);
    return socket;
  } catch {
    socket.on('error', () => undefined);
    socket.destroy();
    throw new Rejection('not_found');
  }
};
