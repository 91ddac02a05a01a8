import type { ListedEntry } from '#libs/audit/listed-entry.js';
import type { ReportType } from '#libs/domain/report/report-types.js';
import type { UsageEvidence } from './report-evidence.js';
import type { KnownUsers } from './report-people.js';

/** How far the organization's own data support what a section or a control says. */
export type EvidenceStatus = 'evidenced' | 'partly_evidenced' | 'not_evidenced';

/** Entries of the audit log that a statement rests on. */
export interface Evidence {
  /** Ids of entries, newest first: at most `maxEvidenceIds`. */
  readonly ids: readonly string[];
  /** How many entries there are in all. */
  readonly count: number;
  /** Query of `GET /v1/compliance/audit-logs` that lists them all, without `?`; null where no entries are meant. */
  readonly query: string | null;
}

export const maxEvidenceIds = 100;

export const noEvidence: Evidence = { ids: [], count: 0, query: null };

export interface Figure {
  readonly name: string;
  readonly value: number | string;
  /** `characters`, `requests`, `%`, …; null for a bare value. */
  readonly unit: string | null;
}

export interface Control {
  /** The standard's own number: `CC6.1`, `A.8.24`. */
  readonly id: string;
  /** The requirement, in our own words. */
  readonly title: string;
  readonly status: EvidenceStatus | 'not_applicable';
  /** A statement of what the data show and what they do not. */
  readonly text: string;
  readonly evidence: Evidence;
}

export interface Chart {
  /** Columns and a line are of a row of points, such as days; bars of things that have nothing to do with each other. */
  readonly kind: 'bars' | 'columns' | 'line';
  readonly title: string;
  readonly unit: string;
  readonly points: readonly { readonly label: string; readonly value: number }[];
}

export interface Table {
  readonly title: string;
  readonly columns: readonly { readonly name: string; readonly align: 'start' | 'end' }[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

export interface ReportSection {
  /** In lower case with underscores: stable, so that programs can look for it. */
  readonly id: string;
  readonly title: string;
  readonly status: EvidenceStatus;
  /** One string a paragraph. */
  readonly text: readonly string[];
  readonly figures: readonly Figure[];
  readonly evidence: Evidence;
  readonly controls?: readonly Control[];
  readonly charts?: readonly Chart[];
  readonly tables?: readonly Table[];
  /** Any number of entries, a page at a time: JSON and CSV have them all, a PDF has none of them. */
  readonly entries?: () => AsyncIterable<readonly ListedEntry[]>;
}

/** The content of a report, before it is written as PDF, JSON or CSV. */
export interface ReportContent {
  readonly report: {
    readonly id: string;
    readonly type: ReportType;
    readonly title: string;
    readonly organization: { readonly id: string; readonly name: string };
    /** Days, `YYYY-MM-DD`; both are inside. */
    readonly period: { readonly start: string; readonly end: string };
    /** RFC 3339, UTC, milliseconds. */
    readonly created_at: string;
  };
  /** The users whose ids stand in the report; absent where no report of the type has any. */
  readonly people?: KnownUsers;
  /** Use by user and by pair of languages, where the report is about use. */
  readonly use?: {
    readonly by_user: readonly { readonly user_id: string; readonly requests: number; readonly characters: number }[];
    readonly by_language_pair: UsageEvidence['byLanguagePair'];
  };
  /** How the figures were made and what they cannot know: one string a paragraph. */
  readonly method: readonly string[];
  /** The signed note of the audit log that the figures were taken at; null where nothing is signed yet. */
  readonly checkpoint: string | null;
  readonly sections: readonly ReportSection[];
}
