import { hostname } from 'node:os';
import { Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { GlossaryLibrary } from '#libs/application/glossaries/glossary-library.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import { KeyVaultModule } from '#libs/engines/key-vault.module.js';
import { LeaseModule } from '#libs/engines/lease.module.js';
import { NodeDirectoryModule } from '#libs/engines/node-directory.module.js';
import type { ProcessOptions } from '#libs/engines/process/process.module.js';
import type { Settings } from '#libs/platform/config/settings.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { Leases } from '#libs/ports/lease/lease.port.js';
import type { NodeDirectory } from '#libs/ports/node-directory/node-directory.port.js';
import { LEASES, LOGGER, NODE_DIRECTORY, NODE_LINK_KEY, PROCESS, SETTINGS } from '#libs/ports/tokens.js';
import { AccessModule } from '../access/access.module.js';
import { AccessDirectory } from '../access/access-directory.js';
import { Admission } from '../access/admission.js';
import { CharacterQuota } from '../access/limits/character-quota.js';
import { UnknownKeys } from '../access/unknown-keys.js';
import { HttpModule } from '../http/http.module.js';
import { Refusals } from '../http/refusals.js';
import { TextEngines } from '../text/translation/text-engines.js';
import { TranslationModule } from '../text/translation/translation.module.js';
import { AsyncApiController } from './asyncapi.controller.js';
import { newNodeId } from './forwarding/connection-id.js';
import { ForwardingServer } from './forwarding/forwarding-server.js';
import { NodeLinks } from './forwarding/node-links.js';
import { OnePerEventLoopTurn } from './one-per-event-loop-turn.js';
import { StreamGateway } from './stream.gateway.js';
import { StreamHub } from './stream-hub.js';
import { streamMetrics } from './stream-metrics.js';
import { StreamProcess } from './stream-process.js';
import { StreamRecords } from './stream-records.js';

const openHub = (
  admission: Admission,
  directory: AccessDirectory,
  quota: CharacterQuota,
  engines: TextEngines,
  glossaries: GlossaryLibrary,
  records: StreamRecords,
  process: StreamProcess,
  { settings, registry, logger }: ProcessOptions,
  links: NodeLinks | undefined,
  unknownKeys: UnknownKeys,
) =>
  new StreamHub(
    {
      admission,
      openings: { failed: (...opening) => unknownKeys.failedOpening(...opening) },
      hasSignedOut: (credentialHash) => directory.hasSignedOut(credentialHash),
      quota,
      engines,
      glossaries,
      records,
      process,
      turnstile: new OnePerEventLoopTurn(),
      metrics: streamMetrics(registry),
      logger,
      links,
    },
    { drainMs: settings.TRANSLEDGER_STREAM_DRAIN },
  );

/** Links to other nodes, where this one has a port for theirs. */
const openLinks = (settings: Settings, key: Buffer, directory: NodeDirectory): NodeLinks | undefined =>
  settings.TRANSLEDGER_NODE_PORT === undefined ? undefined : new NodeLinks({ nodeId: newNodeId(), key, directory });

const openForwarding = (
  connections: StreamHub,
  links: NodeLinks | undefined,
  key: Buffer,
  directory: NodeDirectory,
  { settings, logger }: ProcessOptions,
): ForwardingServer | undefined => {
  const drainMs = settings.TRANSLEDGER_STREAM_DRAIN;
  return links && new ForwardingServer({ nodeId: links.nodeId, key, directory, connections, logger, drainMs });
};

const everyAddress: readonly string[] = ['0.0.0.0', '::'];

/** The WebSocket stream of this node. */
@Module({
  imports: [AccessModule, HttpModule, KeyVaultModule, LeaseModule, NodeDirectoryModule, TranslationModule],
  controllers: [AsyncApiController],
  providers: [
    {
      provide: StreamProcess,
      inject: [LEASES, LOGGER],
      useFactory: (leases: Leases, logger: Logger) => new StreamProcess(leases, logger),
    },
    {
      provide: StreamRecords,
      inject: [ActRecorder, Refusals, LOGGER],
      useFactory: (recorder: ActRecorder, refusals: Refusals, logger: Logger) =>
        new StreamRecords(recorder, refusals, logger),
    },
    {
      provide: StreamHub,
      inject: [
        Admission,
        AccessDirectory,
        CharacterQuota,
        TextEngines,
        GlossaryLibrary,
        StreamRecords,
        StreamProcess,
        PROCESS,
        NodeLinks,
        UnknownKeys,
      ],
      useFactory: openHub,
    },
    { provide: NodeLinks, inject: [SETTINGS, NODE_LINK_KEY, NODE_DIRECTORY], useFactory: openLinks },
    {
      provide: ForwardingServer,
      inject: [StreamHub, NodeLinks, NODE_LINK_KEY, NODE_DIRECTORY, PROCESS],
      useFactory: openForwarding,
    },
    StreamGateway,
  ],
})
export class StreamModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly process: StreamProcess,
    private readonly records: StreamRecords,
    @Inject(ForwardingServer) private readonly forwarding: ForwardingServer | undefined,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.process.start();
    const { HOST: host, TRANSLEDGER_NODE_PORT: port, TRANSLEDGER_NODE_ADDRESS: address } = this.settings;
    if (port === undefined) return;
    await this.forwarding?.start({ host, port }, address ?? (everyAddress.includes(host) ? hostname() : host));
  }

  /** Runs after the gateway's shutdown: no stream is open any more. */
  async onApplicationShutdown(): Promise<void> {
    await this.records.settled();
    await this.process.stop();
  }
}
