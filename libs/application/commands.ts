import type { Command } from '@nestjs/cqrs';

/** The command bus as those know it who only send: one handler executes each command and answers. */
export interface Commands {
  execute<Result>(command: Command<Result>): Promise<Result>;
}
