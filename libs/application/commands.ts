import type { Command } from '@nestjs/cqrs';

/** The command bus for code that only sends: one handler executes each command and returns its result. */
export interface Commands {
  execute<Result>(command: Command<Result>): Promise<Result>;
}
