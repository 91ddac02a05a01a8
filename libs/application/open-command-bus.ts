import type { Provider, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import type { Commands } from './commands.js';

export interface OpenCommandBus extends Commands {
  close(): Promise<void>;
}

class CommandContext {}

/** Opens a bus to the handlers of a module over these ports, for a process that is no Nest application itself. */
export const openCommandBus = async (handlers: Type, ports: Provider[]): Promise<OpenCommandBus> => {
  const context = await NestFactory.createApplicationContext(
    {
      module: CommandContext,
      global: true,
      imports: [CqrsModule.forRoot(), handlers],
      providers: ports,
      exports: ports,
    },
    { logger: false, abortOnError: false },
  );
  const bus = context.get(CommandBus);
  return { execute: (command) => bus.execute(command), close: () => context.close() };
};
