import type { FastifyRequest } from 'fastify';
import type { RequestCommands } from '#apps/api/http/request-commands.js';
import type { Command } from '#libs/application/commands.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { uploaderMetadata } from './document.fixture.js';

/** Remembers the commands that a controller sends, and returns `result` for each. */
export class RecordedCommands implements Pick<RequestCommands, 'metadata' | 'send' | 'execute'> {
  readonly sent: Command<unknown>[] = [];

  constructor(private readonly result?: unknown) {}

  async metadata(_request: FastifyRequest): Promise<EventMetadata> {
    return uploaderMetadata;
  }

  async send<Result>(_request: FastifyRequest, commandWith: (metadata: EventMetadata) => Command<Result>) {
    return this.execute(_request, commandWith(uploaderMetadata));
  }

  async execute<Result>(_request: FastifyRequest, command: Command<Result>): Promise<Result> {
    this.sent.push(command);
    if (this.result instanceof Error) throw this.result;
    return this.result as Result;
  }

  /** These commands, under the type that controllers require. */
  get asCommands(): RequestCommands {
    return this as never;
  }
}
