import type { EvidenceView } from './evidence-view.js';

/** How the figures of every report were made: the same paragraphs in each, before those of its own. */
export const methodOf = ({ period, service }: EvidenceView, ...own: string[]): string[] => [
  `The figures are counted over the entries of the organization's own audit log from ${period.start.slice(0, 10)}, 00:00 UTC, up to ${period.end.slice(0, 10)}, 00:00 UTC, at the checkpoint that the report names. Requests and characters are counted as the usage report says; settings and keys are those of the time at which the report was made.`,
  'Each statement has a status. Evidenced: entries or counts of the period support it. Partly evidenced: settings and what runs support it, or a part of what it needs is evidenced. Not evidenced: no data of the service support it, and the text says what would be needed.',
  'Entries are named by their ids, at most 100 of them beside the count; whoever reads the audit log with the same filter finds all of them. Entries that stand for several refusals of a minute count once.',
  ...own,
  `The service (release ${service.version || 'not known'}) cannot know contracts, training of people, premises, what is done with translations, or what stands before and behind it in the network. It makes no claim about them. The report is no certificate and no legal advice.`,
];
