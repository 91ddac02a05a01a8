import type { Decider } from '../decider.js';
import type { TextUsageEvent } from './text-usage.events.js';

export interface RecordUsage {
  type: 'RecordUsage';
  facts: readonly TextUsageEvent[];
}

/** The totals of a day stream. */
export interface TextUsage {
  facts: number;
  characters: number;
}

const charactersOf = (event: TextUsageEvent): number => {
  if (event.type === 'TextTranslated') return event.data.characterCount;
  return event.type === 'TextStreamEnded' ? event.data.countedCharacters : 0;
};

export const textUsage: Decider<RecordUsage, TextUsageEvent, TextUsage> = {
  category: 'text_usage',
  initialState: { facts: 0, characters: 0 },
  decide: ({ facts }) => [...facts],
  evolve: ({ facts, characters }, event) => ({
    facts: facts + 1,
    characters: characters + charactersOf(event),
  }),
};
