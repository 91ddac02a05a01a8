import { Inject, Module, type OnApplicationShutdown } from '@nestjs/common';
import { isInstallable } from '#libs/models/catalogues.js';
import { usesInferenceProcess } from '#libs/platform/config/settings.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { measuredEngine } from '#libs/ports/inference/measured-engine.js';
import { INFERENCE, PROCESS } from '#libs/ports/tokens.js';
import { openInferenceEngine } from './inference-engine.js';
import type { ProcessOptions } from './process/process.module.js';

const open = async ({ settings, logger, registry }: ProcessOptions): Promise<InferenceEngine> => {
  const engine = measuredEngine(await openInferenceEngine(settings, logger), registry);
  return usesInferenceProcess(settings) ? Object.assign(engine, { isInstallable }) : engine;
};

@Module({
  providers: [{ provide: INFERENCE, inject: [PROCESS], useFactory: open }],
  exports: [INFERENCE],
})
export class InferenceModule implements OnApplicationShutdown {
  constructor(@Inject(INFERENCE) private readonly engine: InferenceEngine) {}

  async onApplicationShutdown(): Promise<void> {
    await this.engine.close();
  }
}
