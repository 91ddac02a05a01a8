import type { AuditEntry } from '#libs/audit/audit-entry.js';
import type { AuditAction, AuditResource, AuditResult } from '#libs/domain/audit/audit-vocabulary.js';
import type { Certification } from '#libs/domain/certification/certification.events.js';
import type { Evidence } from './report-content.js';
import type { NamedUser } from './report-people.js';

export interface ActsFilter {
  readonly actions?: readonly AuditAction[];
  readonly resource?: AuditResource;
  readonly result?: AuditResult;
}

/** Evidence for a report about an organization and the service that it uses: all of it really counted or really set. */
export interface ReportEvidence {
  /** Instants, RFC 3339: from `start` up to, not including, `end`. */
  readonly period: { readonly start: string; readonly end: string };
  /** When it is read, RFC 3339. */
  readonly madeAt: string;
  /** Entries of the audit log in the period that pass a filter. */
  acts(filter: ActsFilter): Promise<Evidence>;
  /** Acts of the period that failed or were denied. */
  failures(): Promise<FailureEvidence>;
  /** Entries of the period by who acted; a kind of actor without any is left out. */
  actors(): Promise<readonly ActorEvidence[]>;
  /** Successful translations of texts and documents by their languages, the most frequent first. */
  translations(): Promise<readonly TranslationEvidence[]>;
  /** Counted over the entries that the checkpoint covers. */
  usage(): Promise<UsageEvidence>;
  organization(): Promise<OrganizationEvidence>;
  /** Models of the installation that were installed at some time of the period, as the event log says; the newest first. */
  models(): Promise<readonly ModelEvidence[]>;
  /** The running service, from the settings and the engines of the process, nothing assumed. */
  service(): Promise<ServiceEvidence>;
}

/** Entries, not requests: one entry can stand for several refusals of a minute. */
export interface FailureEvidence {
  /** Days with any; `day` as `YYYY-MM-DD`, UTC. */
  readonly byDay: readonly { readonly day: string; readonly denied: number; readonly failed: number }[];
  /** By error code, the most frequent first; null where an entry names none. */
  readonly byCode: readonly {
    readonly code: string | null;
    readonly result: 'denied' | 'failure';
    readonly count: number;
  }[];
}

export interface ActorEvidence {
  readonly actor: AuditEntry['actor_type'];
  readonly count: number;
}

export interface TranslationEvidence {
  readonly source: string;
  readonly target: string;
  readonly count: number;
}

export interface UsageEvidence {
  readonly characters: number;
  readonly requests: number;
  /** `day` as `YYYY-MM-DD`; days without use are left out. */
  readonly byDay: readonly { readonly day: string; readonly characters: number; readonly requests: number }[];
  readonly byEndpoint: readonly { readonly endpoint: string; readonly characters: number; readonly requests: number }[];
  /** `key_id` is null for what was done without a key; `key_name` null where no key has that id. */
  readonly byKey: readonly {
    readonly key_id: string | null;
    readonly key_name: string | null;
    readonly characters: number;
    readonly requests: number;
  }[];
  /** Those with the most characters first, at most 10,000. */
  readonly byUser: readonly (NamedUser & { readonly characters: number; readonly requests: number })[];
  /** Each translation of a pair is a request of it, that of an upload too. */
  readonly byLanguagePair: readonly {
    readonly source_language: string;
    readonly target_language: string;
    readonly requests: number;
    readonly characters: number;
  }[];
}

export interface OrganizationEvidence {
  readonly id: string;
  readonly name: string;
  readonly tier: string;
  readonly status: 'active' | 'suspended';
  readonly createdAt: string;
  /** ISO 8601 durations that hold: the organization's own, or the operator's. */
  readonly retention: { readonly documents: string; readonly reports: string; readonly webhookDeliveries: string };
  readonly webhookHosts: readonly string[];
  /** Keys that are active now. */
  readonly keys: readonly {
    readonly id: string;
    readonly name: string;
    readonly scopes: readonly string[];
    readonly expiresAt: string | null;
    readonly addressesRestricted: boolean;
    readonly createdAt: string;
    readonly lastUsedAt: string | null;
  }[];
  /** Subscribed endpoints: the host alone. */
  readonly webhooks: readonly { readonly id: string; readonly host: string; readonly events: readonly string[] }[];
  readonly certifications: readonly Certification[];
  readonly activeHolds: number;
  /** The record of processing as the organization declares it, field by field; those without a value are left out. */
  readonly declared?: readonly { readonly field: string; readonly values: readonly string[] }[];
}

/** An installation of a model. */
export interface ModelEvidence {
  readonly name: string;
  readonly engine: string;
  readonly sourceLanguages: readonly string[];
  readonly targetLanguages: readonly string[];
  /** Hash by which entries name it. */
  readonly sha256: string;
  readonly licence: string | null;
  readonly source: string;
  /** RFC 3339; `removedAt` is null while it is installed. */
  readonly installedAt: string;
  readonly removedAt: string | null;
}

export interface ServiceEvidence {
  readonly version: string;
  readonly dataResidency: { readonly region: string | null; readonly locations: readonly string[] };
  /** `embedded` or the name of the server, by what it does. */
  readonly engines: Readonly<Record<string, string>>;
  readonly inference: {
    readonly engine: string;
    /** Pairs `source-target` that it can translate, with the model's name. */
    readonly pairs: readonly {
      readonly source: string;
      readonly target: string;
      readonly model: string;
      /** Licence of the model's data as what is installed states it; null or absent where nothing does. */
      readonly licence?: string | null;
      /** The languages that it passes through, both ends included; absent for a direct pair. */
      readonly route?: readonly string[];
    }[];
  };
  /** Files at rest, personal data in events, signatures of webhooks and of the audit log. */
  readonly encryption: { readonly files: string; readonly personalData: string; readonly auditLog: string };
  /** Names of settings and their values, where they are no secret. */
  readonly settings: Readonly<Record<string, string>>;
}
