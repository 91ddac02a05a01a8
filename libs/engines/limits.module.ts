import {
  type DynamicModule,
  Inject,
  Module,
  type ModuleMetadata,
  type OnApplicationShutdown,
  type Type,
} from '@nestjs/common';
import { measureDegradation } from '#libs/ports/limits/degradation-metric.js';
import { LIMITS, PROCESS } from '#libs/ports/tokens.js';
import { type Limits, openLimits } from './limits.js';
import type { ProcessOptions } from './process/process.module.js';

/** Answers what was used under a quota's key so far, by all nodes. */
export interface UsageCount {
  usedBefore(key: string): Promise<number>;
}

interface LimitsModuleOptions extends Pick<ModuleMetadata, 'imports'> {
  /** The provider, of one of the imports, that answers what was used. */
  usage: Type<UsageCount>;
}

const open = ({ settings, logger, registry }: ProcessOptions, usage: UsageCount): Promise<Limits> =>
  openLimits(settings, {
    logger,
    onDegraded: measureDegradation(registry),
    usedBefore: (key) => usage.usedBefore(key),
  });

/** Import it once in an application. */
@Module({})
export class LimitsModule implements OnApplicationShutdown {
  constructor(@Inject(LIMITS) private readonly limits: Limits) {}

  static register({ imports = [], usage }: LimitsModuleOptions): DynamicModule {
    return {
      module: LimitsModule,
      imports,
      providers: [{ provide: LIMITS, inject: [PROCESS, usage], useFactory: open }],
      exports: [LIMITS],
    };
  }

  onApplicationShutdown(): void {
    this.limits.close();
  }
}
