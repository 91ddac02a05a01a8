/** Role that may insert into the audit log and read it, nothing else. */
export const auditWriter = 'transledger_audit_writer';

/**
 * Creates the role if the database user may. Another database of the same server may be creating it at the
 * same time; a server whose roles are managed elsewhere goes without it, and the triggers hold all the same.
 */
export const createAuditWriter = `
  do $$
  begin
    if not exists (select from pg_roles where rolname = '${auditWriter}') then
      create role ${auditWriter} nologin;
    end if;
    execute format('grant ${auditWriter} to %I', current_user);
  exception
    when insufficient_privilege or duplicate_object or unique_violation then null;
  end $$`;

/** Creates the function that the triggers of `appendOnly` call. */
export const createRefusal = `
  create or replace function read_model.refuse_change() returns trigger language plpgsql as $$
  begin
    raise exception 'the audit log is append-only: % refused', tg_op using errcode = 'insufficient_privilege';
  end $$`;

/** Grants the role, if there is one, what it may do with a table. */
export const grantToAuditWriter = (table: string): string => `
  do $$
  begin
    if exists (select from pg_roles where rolname = '${auditWriter}') then
      grant usage on schema read_model to ${auditWriter};
      grant insert, select on ${table} to ${auditWriter};
    end if;
  end $$`;

/**
 * Statements that make a table refuse UPDATE, DELETE and TRUNCATE from everybody, its owner included. Without
 * ENABLE ALWAYS, `session_replication_role = replica` would get past the triggers; without one for
 * statements, TRUNCATE would.
 */
export const appendOnly = (table: string): readonly string[] => [
  `create trigger refuse_change before update or delete on ${table}
     for each row execute function read_model.refuse_change()`,
  `create trigger refuse_truncate before truncate on ${table}
     for each statement execute function read_model.refuse_change()`,
  `alter table ${table} enable always trigger refuse_change`,
  `alter table ${table} enable always trigger refuse_truncate`,
  `revoke all on ${table} from public`,
  grantToAuditWriter(table),
];
