import type { EvidenceStatus } from '../report-content.js';

/** The support of a statement: data of the period, or only the settings and what runs. */
export interface Support {
  readonly data: boolean;
  readonly settings: boolean;
}

/** Data of the period evidence a statement, settings alone do so in part. */
export const statusOf = ({ data, settings }: Support): EvidenceStatus => {
  if (data) return 'evidenced';
  return settings ? 'partly_evidenced' : 'not_evidenced';
};

/** The status of what consists of several statements: that of all of them where they agree. */
export const statusOfAll = (statuses: readonly EvidenceStatus[]): EvidenceStatus => {
  const [first] = statuses;
  if (first === undefined) return 'not_evidenced';
  return statuses.every((status) => status === first) ? first : 'partly_evidenced';
};
