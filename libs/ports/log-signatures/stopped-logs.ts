import type { Pool } from 'pg';
import { DegradedError, type Dependency } from '#libs/platform/process/dependency-health.js';

/** Where an operator learns what to do, and by which commands. */
const remedy = 'docs/audit-proofs.md#after-a-restore: audit resume-log, or audit new-log';

const notSigned = ({ stopped, total }: { stopped: number; total: number }): string =>
  `${stopped} of ${total} audit logs ${stopped === 1 ? 'is' : 'are'} signed no more. ${remedy}`;

/** The signing of the audit logs as a dependency: degraded while nothing more is signed of one, as after a restore. */
export const auditLogsDependency = (pool: Pick<Pool, 'query'>): Dependency => ({
  name: 'audit_logs',
  code: 'service_unavailable',
  isVital: false,
  check: async () => {
    const { rows } = await pool
      .query<{ stopped: number; total: number }>(
        'select count(stopped_because)::int as stopped, count(*)::int as total from log_signatures.signed_log',
      )
      .catch(() => {
        throw new Error('PostgreSQL does not say which audit logs are signed.');
      });
    const [counted] = rows;
    if (counted !== undefined && counted.stopped > 0) throw new DegradedError(notSigned(counted));
  },
});
