import { auditExport } from '#libs/domain/audit-export/audit-export.decider.js';
import type { ExportFilters, ExportFormat, SealedFilterValue } from '#libs/domain/audit-export/audit-export.events.js';
import { execute } from '#libs/event-sourcing/command-execution.js';
import type { EventMetadata } from '#libs/event-sourcing/event-metadata.js';
import type { EventStore } from '#libs/ports/event-store/event-store.port.js';
import {
  SubjectErasedError,
  type SubjectKeys,
  type SubjectType,
} from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { EVENT_STORE, SUBJECT_KEYS } from '#libs/ports/tokens.js';
import { Command, type CommandHandler, handles } from '../commands.js';

/** The filters of an export as its caller wrote them. */
export interface WantedFilters extends Omit<ExportFilters, 'user_id' | 'ip_address'> {
  user_id?: string;
  ip_address?: string;
}

export interface WantedExport {
  exportId: string;
  format: ExportFormat;
  filters: WantedFilters;
  /** Number of the entry behind which it begins; null at the beginning of the log. */
  after: number | null;
  follow: boolean;
  treeSize: number;
}

/** Records that an export of the audit log begins, before its first byte leaves. */
export class StartAuditExport extends Command<void> {
  constructor(
    readonly wanted: WantedExport,
    readonly metadata: EventMetadata,
  ) {
    super();
  }
}

@handles(StartAuditExport, EVENT_STORE, SUBJECT_KEYS)
export class StartAuditExportHandler implements CommandHandler<StartAuditExport> {
  constructor(
    private readonly eventStore: EventStore,
    private readonly subjectKeys: Pick<SubjectKeys, 'find' | 'seal'>,
  ) {}

  async execute({ wanted, metadata }: StartAuditExport): Promise<void> {
    const { organizationId, requestId, occurredAt } = metadata;
    const { user_id, ip_address, ...clear } = wanted.filters;
    const filters: ExportFilters = {
      ...clear,
      ...(user_id !== undefined && { user_id: await this.sealed(organizationId, user_id, 'user') }),
      ...(ip_address !== undefined && { ip_address: await this.sealed(organizationId, ip_address, 'ip_address') }),
    };
    const data = { ...wanted, filters, organizationId, startedAt: occurredAt };
    const command = { type: 'StartAuditExport', data } as const;
    await execute(this.eventStore, auditExport, wanted.exportId, command, { commandId: requestId, metadata });
  }

  /** A value sealed for whom it names; null where nobody is known by it any more: then there is no key to seal it with. */
  private async sealed(organizationId: string, value: string, type: SubjectType): Promise<SealedFilterValue> {
    const subject = await this.subjectKeys.find(organizationId, value, type);
    if (subject === undefined) return null;
    try {
      return { subject, sealed: await this.subjectKeys.seal(subject, { value }) };
    } catch (error) {
      if (error instanceof SubjectErasedError) return null;
      throw error;
    }
  }
}
