import { type Glossary, glossary } from '#libs/domain/glossary/glossary.decider.js';
import type { GlossaryEvent, GlossaryVersion } from '#libs/domain/glossary/glossary.events.js';
import { toDomainEvent } from '#libs/event-sourcing/recorded-domain-event.js';
import { recordOf, toGlossaryDto } from '../../glossaries/glossary-response.js';
import type { HistoryResource } from './history-resource.js';

/** A glossary without its entries: these are texts, and in no event. */
export const glossaryHistory: HistoryResource<GlossaryVersion> = {
  category: glossary.category,
  idPrefix: 'glo',
  begin: () => {
    let state: Glossary = glossary.initialState;
    return {
      apply: (event) => {
        state = glossary.evolve(state, toDomainEvent(event) as GlossaryEvent);
      },
      snapshot: () => (state.status === 'active' ? state.newest : undefined),
    };
  },
  show: async (_organizationId, moments) => moments.map(({ snapshot }) => toGlossaryDto(recordOf(snapshot))),
};
