import { Module } from '@nestjs/common';
import type { ResponseCache } from '#libs/ports/limits/limits.port.js';
import { measuredResponseCache } from '#libs/ports/limits/measured-response-cache.js';
import { MemoryResponseCache } from '#libs/ports/limits/memory/memory-response-cache.js';
import { PROCESS, RESPONSE_CACHE } from '#libs/ports/tokens.js';
import type { ProcessOptions } from './process/process.module.js';

const open = ({ settings, registry }: ProcessOptions): ResponseCache | undefined => {
  const maxBytes = settings.TRANSLEDGER_CACHE_BYTES;
  return maxBytes === 0 ? undefined : measuredResponseCache(new MemoryResponseCache(maxBytes), registry);
};

@Module({
  providers: [{ provide: RESPONSE_CACHE, inject: [PROCESS], useFactory: open }],
  exports: [RESPONSE_CACHE],
})
export class ResponseCacheModule {}
