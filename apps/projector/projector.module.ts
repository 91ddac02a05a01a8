import { type DynamicModule, Module } from '@nestjs/common';
import { MessageRelayModule } from '#libs/engines/message-relay.module.js';
import { OperationsModule } from '#libs/engines/process/operations.module.js';
import { ProcessModule, type ProcessOptions } from '#libs/engines/process/process.module.js';
import { allProjections } from '#projections/projections.js';
import { ProjectionsModule } from './projections.module.js';
import { SigningModule } from './signing/signing.module.js';
import { TimeStampingModule } from './time-stamping/time-stamping.module.js';
import { WitnessingModule } from './witnessing/witnessing.module.js';

/** The projector: projections and the message relay, which follow the log. */
@Module({
  imports: [
    ProjectionsModule,
    MessageRelayModule,
    SigningModule,
    WitnessingModule,
    TimeStampingModule,
    OperationsModule.register({ projections: allProjections }),
  ],
})
export class ProjectorModule {
  static register(options: ProcessOptions): DynamicModule {
    return { module: ProjectorModule, imports: [ProcessModule.register(options)] };
  }
}
