import type { AnyCommandHandler, Command, CommandHandler, Commands } from '#libs/application/commands.js';

type Route = [command: abstract new (...args: never[]) => Command<unknown>, handler: AnyCommandHandler];

/** A bus to these handlers without Nest, for tests of classes that send commands. */
export const busTo = (...routes: Route[]): Commands => ({
  execute: async <Result>(command: Command<Result>): Promise<Result> => {
    const route = routes.find(([type]) => command instanceof type);
    if (route === undefined) throw new Error(`No handler for ${command.constructor.name}`);
    return (route[1] as CommandHandler<Command<Result>>).execute(command);
  },
});
