interface AuditLogCommandOf<Type extends string> {
  type: Type;
  organizationId: string;
  origin: string;
  generation: number;
  verifierKey: string;
  /** Current time, RFC 3339. */
  now: string;
}

export type AuditLogCommand =
  | (AuditLogCommandOf<'RotateAuditLogKey'> & { reason?: string })
  | (AuditLogCommandOf<'BeginAuditLog'> & { previousCheckpoint: string; reason: string })
  | {
      type: 'ResumeAuditLog';
      organizationId: string;
      origin: string;
      stoppedBecause: string | null;
      reason: string | null;
      withoutCopy: boolean;
      /** Current time, RFC 3339. */
      now: string;
    };
