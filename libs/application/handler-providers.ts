import type { Provider } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { type HandlerType, registrationOf } from './commands.js';

/** These handlers as providers of a Nest module, whose `CommandBus` brings each command to its handler. */
export const handlerProviders = (handlers: readonly HandlerType[]): Provider[] =>
  handlers.map((handler) => {
    const { command, ports } = registrationOf(handler);
    CommandHandler(command)(handler);
    return { provide: handler, inject: [...ports], useFactory: (...instances: never[]) => new handler(...instances) };
  });
