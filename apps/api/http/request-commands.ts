import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import type { Command, Commands } from '#libs/application/commands.js';
import { RecordedButUnfinishedError } from '#libs/application/recorded-but-unfinished.errors.js';
import { ActRecorder } from '#libs/application/text-usage/act-recorder.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { accessOf } from './request-context.js';

/** Sends commands in the name of a request, and marks the request when its act is in the event log. */
@Injectable()
export class RequestCommands {
  constructor(
    @Inject(CommandBus) private readonly commands: Commands,
    private readonly recorder: ActRecorder,
  ) {}

  /** Metadata of every event that the request causes. */
  metadata(request: FastifyRequest): Promise<EventMetadata> {
    return this.recorder.metadata(request, accessOf(request));
  }

  async send<Result>(
    request: FastifyRequest,
    commandWith: (metadata: EventMetadata) => Command<Result>,
  ): Promise<Result> {
    return this.execute(request, commandWith(await this.metadata(request)));
  }

  async execute<Result>(request: FastifyRequest, command: Command<Result>): Promise<Result> {
    try {
      const result = await this.commands.execute(command);
      request.caller.recorded = true;
      return result;
    } catch (error) {
      if (!(error instanceof RecordedButUnfinishedError)) throw error;
      request.caller.recorded = true;
      throw error.cause;
    }
  }
}
