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

/** Gives the use of a quota's key so far, by all nodes. */
export interface UsageCount {
  usedBefore(key: string): Promise<number>;
}

interface LimitsModuleOptions extends Pick<ModuleMetadata, 'imports'> {
  /** The provider of the count, exported by one of the imports. */
  usage: Type<UsageCount>;
}

const open = ({ settings, logger, registry }: ProcessOptions, usage: UsageCount): Promise<Limits> =>
  openLimits(settings, {
    logger,
    onDegraded: measureDegradation(registry),
    usedBefore: (key) => usage.usedBefore(key),
  });

/** Rate limits, slots and quotas. An application imports it once. */
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
