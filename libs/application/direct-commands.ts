import {
  type Command,
  type CommandHandler,
  type Commands,
  type HandlerType,
  type PortToken,
  registrationOf,
} from './commands.js';

/** The command bus of a process without Nest: brings each command to its handler, made over these ports when it is needed. */
export const directCommands = (
  handlers: readonly HandlerType[],
  ports: readonly (readonly [PortToken, unknown])[],
): Commands => {
  const known = new Map<PortToken, unknown>(ports);
  const instanceOf = (token: PortToken): unknown => {
    const handler = handlers.find((candidate) => candidate === token);
    if (handler !== undefined && !known.has(token)) known.set(token, make(handler));
    if (!known.has(token)) throw new Error(`There is no ${typeof token === 'symbol' ? token.description : token.name}`);
    return known.get(token);
  };
  const make = (handler: HandlerType) => new handler(...(registrationOf(handler).ports.map(instanceOf) as never[]));
  const handlerOf = new Map(handlers.map((handler) => [registrationOf(handler).command as unknown, handler]));
  return {
    execute: async <Result>(command: Command<Result>): Promise<Result> => {
      const handler = handlerOf.get(command.constructor);
      if (handler === undefined) throw new Error(`There is no handler of ${command.constructor.name}`);
      return (instanceOf(handler) as CommandHandler<Command<Result>>).execute(command);
    },
  };
};
