import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Commands } from '#libs/application/commands.js';
import { InferenceModule } from '#libs/engines/inference.module.js';
import { inferenceChoice, type Settings } from '#libs/platform/config/settings.js';
import type { InferenceEngine } from '#libs/ports/inference/inference.port.js';
import { INFERENCE, SETTINGS } from '#libs/ports/tokens.js';
import { ModelQueries } from '#projections/models/models.queries.js';
import { CommandsModule } from '../commands.module.js';
import { ReadModelsModule } from '../read-models.module.js';
import { Jobs } from '../work/jobs.js';
import { JobsModule } from '../work/jobs.module.js';
import { modelRecordsEveryMs, recordModels } from './model-recorder.js';

/** Records which models are installed. Engines that run none of them say nothing of what is installed. */
@Module({ imports: [JobsModule, InferenceModule, CommandsModule, ReadModelsModule] })
export class ModelsModule implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly models: ModelQueries,
    @Inject(INFERENCE) private readonly inference: InferenceEngine,
    @Inject(CommandBus) private readonly commands: Commands,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    const { inference, models, commands } = this;
    const runsModels = !['echo', 'pseudo', 'apertium', 'triton'].includes(inferenceChoice(this.settings));
    if (runsModels) this.jobs.addRepeated(recordModels({ inference, models, commands }), modelRecordsEveryMs);
  }
}
