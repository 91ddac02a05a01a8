import { type Command, InvalidArgumentError } from 'commander';
import { chooseOrganization } from './choose-organization.js';
import { print } from './output.js';
import { withService } from './service.js';

interface Whose {
  organization?: string;
  all?: boolean;
}

const maxReasonLength = 500;

const toReason = (text: string): string => {
  const reason = text.trim();
  if (reason !== '' && reason.length <= maxReasonLength) return reason;
  throw new InvalidArgumentError(`A reason has 1 to ${maxReasonLength} characters.`);
};

/** Does the work for the organizations that are meant, one after the other. */
const forEach = <Result>(
  { organization, all = false }: Whose,
  stopped: boolean,
  work: (logs: import('./audit-log-keys.js').LogOperations, organizationId: string) => Promise<Result>,
): Promise<Result[]> =>
  withService(async (service) => {
    const { LogOperations } = await import('./audit-log-keys.js');
    const logs = await LogOperations.open(service);
    const ids = all ? await logs.organizations({ stopped }) : [await chooseOrganization(service, organization)];
    const results: Result[] = [];
    for (const id of ids) results.push(await work(logs, id));
    return results;
  });

/** With `--all` there may be no log that is stopped. */
const printLogs = (command: Command, logs: readonly object[], lines: () => readonly string[]): void =>
  print(command, { logs }, () => (logs.length === 0 ? ['No log has stopped: there was nothing to do.'] : lines()));

const whose = (command: Command, all: string): Command =>
  command.option('--organization <id>', 'whose log; needed when there are several').option('--all', all);

export const addRotateKey = (rotateKey: Command): void => {
  whose(
    rotateKey.option('--reason <text>', 'why, for those who read the log', toReason),
    'the logs of all organizations',
  ).action(async ({ reason, ...options }: Whose & { reason?: string }, command: Command) => {
    const rotated = await forEach(options, false, (logs, id) => logs.rotateKey(id, reason));
    const keys = rotated.map(({ organizationId, origin, verifierKey, previousValidUntil }) => ({
      organization_id: organizationId,
      origin,
      verifier_key: verifierKey,
      previous_valid_until: previousValidUntil,
    }));
    print(command, { keys }, () =>
      keys.flatMap(({ origin, verifier_key, previous_valid_until }) => [
        `${origin} is signed with a new key as well:`,
        `  ${verifier_key}`,
        `  The key before it signs until ${previous_valid_until}.`,
      ]),
    );
  });
};

export const addNewLog = (newLog: Command): void => {
  whose(
    newLog.requiredOption('--reason <text>', 'why, for those who verify', toReason),
    'every log that is signed no more',
  ).action(async ({ reason, ...options }: Whose & { reason: string }, command: Command) => {
    const begun = await forEach(options, true, (logs, id) => logs.beginLog(id, reason));
    const logs = begun.map(({ organizationId, origin, verifierKey, previousOrigin, previousCheckpoint }) => ({
      organization_id: organizationId,
      origin,
      verifier_key: verifierKey,
      previous_origin: previousOrigin,
      previous_checkpoint: previousCheckpoint,
    }));
    printLogs(command, logs, () =>
      logs.flatMap(({ origin, verifier_key, previous_origin }) => [
        `${previous_origin} is closed, and ${origin} begun. Its key:`,
        `  ${verifier_key}`,
      ]),
    );
  });
};

const whatThen = 'docs/audit-proofs.md#after-a-restore says when --without-copy is for it, and when audit new-log.';

interface ResumeOptions extends Whose {
  withoutCopy?: boolean;
  reason?: string;
}

export const addResumeLog = (resumeLog: Command): void => {
  whose(
    resumeLog
      .option('--without-copy', 'although nothing is known of it outside the database any more')
      .option('--reason <text>', 'why, for those who read the log', toReason),
    'every log that is signed no more',
  ).action(async ({ withoutCopy = false, reason, ...options }: ResumeOptions, command: Command) => {
    const why = { withoutCopy, reason: reason ?? null };
    const tried = await forEach(options, true, (logs, id) => logs.resume(id, why));
    const results = tried.map(({ organizationId, brokenBecause = null, wasSigned = false }) => ({
      organization_id: organizationId,
      resumed: brokenBecause === null && !wasSigned,
      reason: brokenBecause,
    }));
    if (results.some(({ reason }) => reason !== null)) process.exitCode = 1;
    printLogs(command, results, () =>
      results.map(({ organization_id, resumed, reason }) => {
        if (reason !== null) return `✗ The log of ${organization_id} cannot go on: ${reason}. ${whatThen}`;
        if (resumed) return `The log of ${organization_id} is signed again.`;
        return `The log of ${organization_id} is signed as it should be: there was nothing to do.`;
      }),
    );
  });
};
