import {
  type Command,
  type CommandHandler,
  type Commands,
  type HandlerType,
  handlerOf,
  isHandler,
  type PortToken,
  registrationOf,
} from './commands.js';

/** The command bus of a process without Nest: brings each command to its handler, made over these ports when it is needed. */
export const directCommands = (ports: readonly (readonly [PortToken, unknown])[]): Commands => {
  const known = new Map<PortToken, unknown>(ports);
  const instanceOf = (token: PortToken): unknown => {
    if (isHandler(token) && !known.has(token)) known.set(token, make(token));
    if (!known.has(token)) throw new Error(`There is no ${typeof token === 'symbol' ? token.description : token.name}`);
    return known.get(token);
  };
  const make = (handler: HandlerType) => new handler(...(registrationOf(handler).ports.map(instanceOf) as never[]));
  return {
    execute: async <Result>(command: Command<Result>): Promise<Result> => {
      const handler = handlerOf(command);
      if (handler === undefined) throw new Error(`There is no handler of ${command.constructor.name}`);
      return (instanceOf(handler) as CommandHandler<Command<Result>>).execute(command);
    },
  };
};
