import { Inject, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Commands } from '#libs/application/commands.js';
import { CommandsModule } from '../commands.module.js';
import { Consumers } from '../work/consumers.js';
import { ConsumersModule } from '../work/consumers.module.js';
import { userRights } from './user-rights.consumer.js';

/** Takes back what users have handed on and may not have any more. */
@Module({ imports: [ConsumersModule, CommandsModule] })
export class UsersModule implements OnModuleInit {
  constructor(
    private readonly consumers: Consumers,
    @Inject(CommandBus) private readonly commands: Commands,
  ) {}

  onModuleInit(): void {
    this.consumers.add(userRights(this.commands));
  }
}
