import { join } from 'node:path';
import { openJobQueue } from '#libs/engines/job-queue.js';
import { leasesOn } from '#libs/engines/leases.js';
import { openCosignatures, openLogSignatures, openTimeStamps } from '#libs/engines/log-signatures.js';
import { openMessageBus } from '#libs/engines/message-bus.js';
import { witnessesOf } from '#libs/engines/witness-policy.js';
import { ConfigurationError, localUrlOf } from '#libs/platform/config/settings.js';
import { embeddedPostgresUrl } from '#libs/platform/postgres/embedded/embedded-postgres.js';
import { createLogger } from '#libs/platform/telemetry/logger.js';
import { projectionStatus } from '#libs/read-side/projection/progress/projection-status.js';
import { explainFailure } from '../output.js';
import { type Service, settingsOfService, withService } from '../service.js';
import { type Finding, inBrief, ok, wrong } from './finding.js';
import { machineFindings } from './machine.checks.js';
import { oidcFindings, oidcOrganizationFindings } from './oidc.check.js';
import { databaseFinding, serverFindings } from './server.checks.js';
import {
  askApi,
  clockOf,
  groupFinding,
  jobsFinding,
  projectionFinding,
  signingFinding,
  timeStampFinding,
  witnessFindings,
} from './service.checks.js';

/** A check that cannot be made is a finding too. */
const attempt = async (check: string, work: () => Promise<Finding[]>): Promise<Finding[]> => {
  try {
    return await work();
  } catch (error) {
    return [wrong(check, explainFailure(error).replace(/^✗ /, ''), 'Mend this first, and ask again')];
  }
};

const groups = async ({ settings, pool, eventStore }: Service): Promise<Finding[]> => {
  const leases = leasesOn(pool);
  const bus = await openMessageBus(settings, { pool, eventStore }, leases);
  try {
    return inBrief('consumer groups', (await bus.status()).map(groupFinding));
  } finally {
    await bus.close();
    await leases.close();
  }
};

const jobs = async ({ settings, address }: Service): Promise<Finding[]> => {
  const queue = await openJobQueue(settings, { role: 'cli', address, poolSize: 1 }, createLogger('cli', 'fatal'));
  try {
    return [jobsFinding((await queue.failed()).length)];
  } finally {
    await queue.stop(0);
  }
};

const projections = async ({ pool, eventStore }: Service): Promise<Finding[]> => {
  const { allProjections } = await import('#projections/projections.js');
  const found = await projectionStatus({ pool, eventStore, projections: allProjections });
  return inBrief('projections', found.map(projectionFinding));
};

const witnesses = async ({ settings, pool }: Service): Promise<Finding[]> => {
  const names = witnessesOf(settings).map(({ name }) => name);
  return names.length === 0 ? [] : witnessFindings(names, await openCosignatures(pool).answers());
};

const timeStamps = async ({ settings, pool }: Service): Promise<Finding[]> =>
  settings.TRANSLEDGER_TSA_URL === undefined ? [] : [timeStampFinding(await openTimeStamps(pool).answers())];

/** A check that has to ask a server which is known to be away would only say the same in worse words. */
const unlessAway = (away: readonly string[], servers: readonly string[], ...check: Parameters<typeof attempt>) =>
  servers.some((server) => away.includes(server)) ? [] : attempt(...check);

/** Findings about the log, the read models and the work behind them. `away`: the servers that do not answer. */
const insideFindings = (away: readonly string[]): Promise<Finding[]> =>
  attempt('master key', () =>
    withService(async (service) => [
      ok('master key', 'it opens the data'),
      ...(await attempt('clock', async () => [await clockOf(service.pool)])),
      ...(await unlessAway(away, ['event_store'], 'projections', () => projections(service))),
      ...(await unlessAway(away, ['event_store'], 'openid connect', () =>
        oidcOrganizationFindings(service.settings, service.eventStore),
      )),
      ...(await unlessAway(away, ['event_store', 'message_bus'], 'consumer groups', () => groups(service))),
      ...(await unlessAway(away, ['redis'], 'jobs', () => jobs(service))),
      ...(await attempt('audit logs', async () => [signingFinding(await openLogSignatures(service.pool).all())])),
      ...(await attempt('witnesses', () => witnesses(service))),
      ...(await attempt('time stamps', () => timeStamps(service))),
    ]),
  );

/** Finds what is missing, away or behind: of the machine, of servers, and of the service where its database answers. */
export const examine = async (): Promise<Finding[]> => {
  let found: ReturnType<typeof settingsOfService>;
  try {
    found = settingsOfService();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems.map((problem) => wrong('settings', problem, '.env.example lists all settings'));
  }
  const { settings, dataDir } = found;
  const findings = await attempt('machine', () => machineFindings(settings, dataDir));
  const servers = await serverFindings(settings);
  const away = servers.filter(({ verdict }) => verdict === 'wrong').map(({ check }) => check);
  findings.push(...servers);
  findings.push(...(await attempt('openid connect', () => oidcFindings(settings))));
  const url = settings.DATABASE_URL ?? (await embeddedPostgresUrl(join(dataDir, 'postgres')));
  if (url === undefined)
    return [
      ...findings,
      wrong('service', `none runs on ${dataDir}`, 'npm start, or set TRANSLEDGER_DATA_DIR or DATABASE_URL'),
    ];
  const database = await databaseFinding(url);
  findings.push(database, ...(await askApi(localUrlOf(settings), settings.DATABASE_URL === undefined)));
  return database.verdict === 'ok' ? [...findings, ...(await insideFindings(away))] : findings;
};
