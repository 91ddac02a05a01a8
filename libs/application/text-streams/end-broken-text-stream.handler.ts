import type { TextUsageEvent } from '#libs/domain/text-usage/text-usage.events.js';
import { DayStreamWriter } from '#libs/event-sourcing/day-stream-writer.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import { Command, type CommandHandler, handles } from '../commands.js';

type TextStreamBegan = Extract<TextUsageEvent, { type: 'TextStreamBegan' }>['data'];

/**
 * Ends a stream of tokens whose process is dead. Once its first event is written, tokens may have left: it is
 * counted in full.
 */
export class EndBrokenTextStream extends Command<void> {
  constructor(
    readonly began: TextStreamBegan,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(EndBrokenTextStream, DayStreamWriter)
export class EndBrokenTextStreamHandler implements CommandHandler<EndBrokenTextStream> {
  constructor(private readonly writer: Pick<DayStreamWriter, 'record'>) {}

  async execute({ began, metadata }: EndBrokenTextStream): Promise<void> {
    const { processId: _, ...facts } = began;
    const end = { result: 'broken', code: null, model: null, confidence: null, cached: false } as const;
    await this.writer.record(
      { type: 'TextStreamEnded', data: { ...facts, ...end, countedCharacters: facts.characterCount } },
      metadata,
      `${metadata.requestId}/end`,
    );
  }
}
