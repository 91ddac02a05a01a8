import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { BlobStoreModule } from '#libs/engines/blob-store.module.js';
import type { BlobStore } from '#libs/ports/blob-store/blob-store.port.js';
import { BLOB_STORE } from '#libs/ports/tokens.js';
import { Consumers } from '../work/consumers.js';
import { ConsumersModule } from '../work/consumers.module.js';
import { glossaryFiles } from './glossary-files.consumer.js';

/** Removes the files of glossaries that were replaced or deleted. */
@Module({ imports: [ConsumersModule, BlobStoreModule] })
export class GlossariesModule implements OnModuleInit {
  constructor(
    private readonly consumers: Consumers,
    @Inject(BLOB_STORE) private readonly blobs: BlobStore,
  ) {}

  onModuleInit(): void {
    this.consumers.add(glossaryFiles(this.blobs));
  }
}
