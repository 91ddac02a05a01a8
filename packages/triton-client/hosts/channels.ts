import {
  type ChannelCredentials,
  type ChannelOptions,
  Client,
  compressionAlgorithms,
  credentials,
} from '@grpc/grpc-js';
import type { Compression, TlsOptions, TritonClientOptions } from '../client-options.js';
import { invalidArgument } from '../triton-error.js';

const defaultPort = 8001;
const maxInt32 = 2 ** 31 - 1;

export interface HostAddress {
  url: string;
  target: string;
  isSecure: boolean;
}

/** Parses a URL. Rejects with `invalid-argument` one that is not `grpc://host:port` or `grpcs://host:port`. */
export const hostAddress = (url: string): HostAddress => {
  // The message must not quote the URL, which may hold a password.
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const isOnlyHost = parsed !== null && parsed.username === '' && ['', '/'].includes(parsed.pathname + parsed.search);
  if (!isOnlyHost || !/^grpcs?:$/.test(parsed.protocol) || parsed.hostname === '') {
    throw invalidArgument('A host is given as grpc://host:port or grpcs://host:port');
  }
  return { url, target: `${parsed.hostname}:${parsed.port || defaultPort}`, isSecure: parsed.protocol === 'grpcs:' };
};

const pem = (value: string | Buffer | undefined): Buffer | null => (value === undefined ? null : Buffer.from(value));

const secureCredentials = ({ ca, cert, key }: TlsOptions): ChannelCredentials => {
  if ((cert === undefined) !== (key === undefined)) throw invalidArgument('tls.cert and tls.key belong together');
  return credentials.createSsl(pem(ca), pem(key), pem(cert));
};

const algorithms: Record<Compression, number> = {
  none: compressionAlgorithms.identity,
  deflate: compressionAlgorithms.deflate,
  gzip: compressionAlgorithms.gzip,
};

const channelOptions = (options: TritonClientOptions, compression: Compression): ChannelOptions => {
  const { keepAlive, tls, maxMessageBytes = maxInt32, useProxy = false } = options;
  return {
    'grpc.max_send_message_length': maxMessageBytes,
    'grpc.max_receive_message_length': maxMessageBytes,
    'grpc.default_compression_algorithm': algorithms[compression],
    'grpc.enable_http_proxy': useProxy ? 1 : 0,
    // This client retries and chooses hosts itself.
    'grpc.enable_retries': 0,
    'grpc.service_config_disable_resolution': 1,
    // Each channel has a connection of its own.
    'grpc.use_local_subchannel_pool': 1,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
    ...(tls?.serverName === undefined ? {} : { 'grpc.ssl_target_name_override': tls.serverName }),
    ...(keepAlive === undefined
      ? {}
      : {
          'grpc.keepalive_time_ms': keepAlive.timeMs,
          'grpc.keepalive_timeout_ms': keepAlive.timeoutMs ?? 20_000,
          'grpc.keepalive_permit_without_calls': keepAlive.withoutCalls ? 1 : 0,
        }),
  };
};

/** The connections to one host: grpc-js compresses by channel, so each compression in use has its own. */
export class Channels {
  private readonly credentials: ChannelCredentials;
  private readonly clients = new Map<Compression, Client[]>();
  private turn = 0;

  constructor(
    private readonly address: HostAddress,
    private readonly options: TritonClientOptions,
  ) {
    this.credentials = address.isSecure ? secureCredentials(options.tls ?? {}) : credentials.createInsecure();
  }

  /** Returns the channels one after the other. */
  next(compression: Compression = this.options.compression ?? 'none'): Client {
    const clients = this.clients.get(compression) ?? this.open(compression);
    this.turn += 1;
    const client = clients[this.turn % clients.length];
    if (client === undefined) throw invalidArgument('channelsPerHost is at least 1');
    return client;
  }

  close(): void {
    for (const client of [...this.clients.values()].flat()) client.close();
    this.clients.clear();
  }

  private open(compression: Compression): Client[] {
    const clients = Array.from(
      { length: this.options.channelsPerHost ?? 1 },
      () => new Client(this.address.target, this.credentials, channelOptions(this.options, compression)),
    );
    this.clients.set(compression, clients);
    return clients;
  }
}
