declare const result: unique symbol;

/** Something to be done, with the metadata of the events that it causes. Its handler returns a `Result`. */
export abstract class Command<Result> {
  declare readonly [result]: Result;
}

type ResultOf<Wanted> = Wanted extends Command<infer Result> ? Result : never;

export interface AnyCommandHandler {
  execute(command: never): Promise<unknown>;
}

export interface CommandHandler<Wanted extends Command<unknown>> {
  execute(command: Wanted): Promise<ResultOf<Wanted>>;
}

/** The command bus for code that only sends: one handler executes each command and returns its result. */
export interface Commands {
  execute<Result>(command: Command<Result>): Promise<Result>;
}

/** The name of a port: a token, or the class of what is asked for, another handler for one. */
export type PortToken = symbol | (abstract new (...ports: never[]) => object);

type CommandType = new (...values: never[]) => Command<unknown>;

export type HandlerType = new (...ports: never[]) => AnyCommandHandler;

interface Registration {
  command: CommandType;
  ports: readonly PortToken[];
}

const registrations = new WeakMap<object, Registration>();
const handlers = new WeakMap<object, HandlerType>();

/**
 * Decorates the handler of a command, whose constructor takes these ports in their order. The framework is told by
 * `handlerProviders`: a process without one would load it for nothing.
 */
export const handles =
  <Wanted extends Command<unknown>, Ports extends readonly PortToken[]>(
    command: new (...values: never[]) => Wanted,
    ...ports: Ports
  ) =>
  (handler: HandlerType & (new (...ports: { [Index in keyof Ports]: never }) => CommandHandler<Wanted>)): void => {
    registrations.set(handler, { command, ports });
    handlers.set(command, handler);
  };

/** The handler of a command; undefined where none is loaded, which is beside its command. */
export const handlerOf = (command: Command<unknown>): HandlerType | undefined => handlers.get(command.constructor);

/** Whether the name of a port is that of another handler. */
export const isHandler = (token: PortToken): token is HandlerType =>
  typeof token !== 'symbol' && registrations.has(token);

/** The command that a handler executes, and its ports. */
export const registrationOf = (handler: HandlerType): Registration => {
  const registration = registrations.get(handler);
  if (registration === undefined) throw new Error(`${handler.name} is not decorated with @handles`);
  return registration;
};
