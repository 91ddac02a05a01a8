import type { Pool } from 'pg';
import type { WitnessAnswer } from '#libs/ports/log-signatures/cosignatures.port.js';
import type { SignedLog } from '#libs/ports/log-signatures/log-signatures.port.js';
import type { TimeStampAnswer } from '#libs/ports/log-signatures/time-stamps.port.js';
import type { ConsumerGroupStatus } from '#libs/ports/message-bus/message-bus.port.js';
import type { ProjectionStatus } from '#libs/read-side/projection/progress/projection-status.js';
import { type Finding, ok, warning, wrong } from './finding.js';

/** Seconds of the alerts of docs/monitoring.md. */
const lateProjection = 60;
const lateGroup = 900;
const clockOff = 1;

const rounded = (seconds: number): string => `${Math.round(seconds)} s`;

export const clockFinding = (aheadSeconds: number): Finding => {
  const found = `the clock of the database is ${Math.abs(aheadSeconds).toFixed(2)} s ${aheadSeconds < 0 ? 'behind' : 'ahead'}`;
  return Math.abs(aheadSeconds) > clockOff
    ? wrong('clock', found, 'Let NTP set the clocks of both machines (timedatectl)')
    : ok('clock', found);
};

/** Asks the clock of the database, corrected by half the way there and back. */
export const clockOf = async (pool: Pick<Pool, 'query'>): Promise<Finding> => {
  const sent = Date.now();
  const { rows } = await pool.query<{ now: number }>('select extract(epoch from clock_timestamp())::float8 as now');
  return clockFinding((rows[0]?.now ?? Number.NaN) - (sent + Date.now()) / 2_000);
};

export const projectionFinding = ({ name, state, reason, ...status }: ProjectionStatus): Finding => {
  const check = `projection ${name}`;
  const why = reason === undefined ? '' : `: ${reason}`;
  if (state === 'halted') return wrong(check, `it has halted${why}`, 'docs/monitoring.md#transledgerprojectionhalted');
  if (status.heldLanes.length > 0) {
    const found = `it holds back ${status.heldLanes.length} organizations`;
    return wrong(check, found, `docs/monitoring.md#transledgerlaneheldback, then: projections retry ${name}`);
  }
  if (status.parkedEvents > 0)
    return wrong(
      check,
      `${status.parkedEvents} events wait aside`,
      `projections status, then: projections retry ${name}`,
    );
  if (state === 'rebuilding')
    return ok(check, `it is made anew, ${Math.floor((status.rebuilt ?? 0) * 100)} % are done`);
  if (status.lagSeconds === undefined)
    return warning(check, 'how far it is behind is not known: the log took too long to read', 'Ask again');
  if (status.lagSeconds > lateProjection) {
    const found = `it is ${status.lagEvents ?? 'unknown'} events and ${rounded(status.lagSeconds)} behind${why}`;
    return wrong(check, found, 'Look whether a projector runs, and at its log');
  }
  return ok(check, status.lagEvents === 0 ? 'it is up to date' : `it is ${status.lagEvents ?? 'some'} events behind`);
};

export const groupFinding = ({ group, lagEvents, lagSeconds, parked }: ConsumerGroupStatus): Finding => {
  const check = `consumer group ${group}`;
  if (parked > 0)
    return wrong(check, `${parked} messages were given up`, `messages parked ${group}, then: messages retry ${group}`);
  if (lagSeconds === undefined)
    return warning(check, 'how far it is behind is not known: the log took too long to read', 'Ask again');
  if (lagSeconds > lateGroup)
    return wrong(check, `it is ${rounded(lagSeconds)} behind`, 'Look whether a worker runs, and at its log');
  return ok(check, lagEvents === 0 ? 'it is up to date' : `it has ${lagEvents ?? 'some'} messages to go`);
};

export const jobsFinding = (failed: number): Finding =>
  failed === 0
    ? ok('jobs', 'none was given up in the last month')
    : warning('jobs', `${failed} were given up in the last month`, 'jobs failed says which and why');

interface Readiness {
  status: string;
  dependencies: Record<string, { status: string; reason?: string }>;
}

/** Findings from the readiness that the API reports. */
export const apiFindings = ({ dependencies }: Readiness): Finding[] => {
  const found = Object.entries(dependencies).flatMap(([name, { status, reason }]) => {
    const what = `${name} is ${status}${reason === undefined ? '' : `: ${reason}`}`;
    if (status === 'ready') return [];
    return [(status === 'degraded' ? warning : wrong)('api', what, 'The log of the API says why')];
  });
  return found.length === 0 ? [ok('api', 'it answers, and has all that it needs')] : found;
};

/** Roles of a cluster run on machines of their own: there an API that is not found is no fault by itself. */
export const askApi = async (url: string, isBeside: boolean): Promise<Finding[]> => {
  try {
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(10_000) });
    return apiFindings((await answer.json()) as Readiness);
  } catch {
    const remedy = 'Start it, or give the HOST and PORT that it was started with';
    return [(isBeside ? wrong : warning)('api', `it does not answer at ${url}`, remedy)];
  }
};

/** The finding from what was signed last of each audit log. */
export const signingFinding = (logs: readonly Pick<SignedLog, 'organizationId' | 'stoppedBecause'>[]): Finding => {
  const check = 'audit logs';
  const stopped = logs.filter(({ stoppedBecause }) => stoppedBecause !== undefined);
  const [first] = stopped;
  if (first === undefined) return ok(check, `${logs.length} of ${logs.length} are signed`);
  const found = `${stopped.length} of ${logs.length} are signed no more; of ${first.organizationId}: ${first.stoppedBecause}`;
  return wrong(
    check,
    found,
    `Find the cause (docs/monitoring.md#transledgerauditlognotsigned), then: audit resume-log --organization ${first.organizationId}, or audit new-log --organization ${first.organizationId} --reason TEXT (docs/audit-proofs.md#after-a-restore)`,
  );
};

/** Findings from the last answers of the witnesses of the audit logs; those that are not in the settings any more are passed over. */
export const witnessFindings = (
  names: readonly string[],
  answers: readonly { witness: string; answer: WitnessAnswer; logs: number }[],
): Finding[] =>
  names.map((name) => {
    const check = `witness ${name}`;
    const said = answers.filter(({ witness }) => witness === name);
    const others = said.filter(({ answer }) => answer !== 'cosigned');
    const found = others.map(({ answer, logs }) => `${logs} audit logs: ${answer}`).join(', ');
    if (said.length === 0)
      return warning(check, 'it was not asked yet', 'Look whether a projector runs with TRANSLEDGER_WITNESSES');
    if (others.length === 0) return ok(check, 'it cosigns every audit log');
    const isSplit = others.some(({ answer }) => answer === 'split_view');
    return (isSplit ? wrong : warning)(check, found, 'docs/audit-proofs.md#witnesses');
  });

/** The finding from the last answers of the authority for time stamps of the audit logs. */
export const timeStampFinding = (answers: readonly { answer: TimeStampAnswer; logs: number }[]): Finding => {
  const check = 'time stamps';
  const others = answers.filter(({ answer }) => answer !== 'stamped');
  const found = others.map(({ answer, logs }) => `${logs} audit logs: ${answer}`).join(', ');
  if (answers.length === 0)
    return warning(check, 'none was asked for yet', 'Look whether a projector runs with TRANSLEDGER_TSA_URL');
  if (others.length === 0) return ok(check, 'every audit log has been stamped');
  return warning(check, found, 'docs/audit-proofs.md#time-stamps');
};
