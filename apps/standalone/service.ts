import { join, resolve } from 'node:path';
import { databaseAddressOf } from '#libs/engines/database-address.js';
import { migrateEverything } from '#libs/engines/migrate-everything.js';
import { assertServersAnswer } from '#libs/engines/server-checks.js';
import { removeServiceFile, writeServiceFile } from '#libs/engines/service-file.js';
import { witnessesOf } from '#libs/engines/witness-policy.js';
import {
  localUrlOf,
  publicUrlOf,
  readSettings,
  type Settings,
  usesInferenceProcess,
} from '#libs/platform/config/settings.js';
import { freeMetricsPort, metricsUrl, usualMetricsPort } from '#libs/platform/process/metrics-port.js';
import type { LogFormat } from '#libs/platform/telemetry/log-format.js';
import { migrateReadModels } from '#projections/migrate-read-models.js';
import { banner, type ShownKey } from './banner.js';
import { beforeRoles } from './before-roles.js';
import type { FirstKey } from './first-key.js';
import { FirstKeyFile } from './first-key-file.js';
import {
  InferenceRole,
  inferenceEnvironment,
  inferenceRoleSettings,
  isModelInstalled,
  runsOwnModels,
} from './inference-role.js';
import { KeptDatabase } from './kept-database.js';
import { MetricsExchange } from './metrics-exchange.js';
import { ownerUrlOf } from './owner-url.js';
import { assertNoCluster, assertPortFree, assertWritable } from './preflight.js';
import { progress, say } from './progress.js';
import { type RoleOptions, RoleProcess } from './role-process.js';
import { Undo } from './undo.js';
import { missingOf, untilReady } from './until-ready.js';

export interface RunningService {
  stop(): Promise<void>;
}

export interface PlannedRole extends Pick<RoleOptions, 'role' | 'name' | 'logFile'> {
  /** Settings of this process alone. */
  settings?: Record<string, string>;
}

/** The parts of the service besides the database. */
export interface ServicePlan {
  /** @throws StartFailure for the data folder of a service with other engines, before anything is started in it */
  claim(dataDir: string): Promise<void>;
  /** Starts further engines and returns the settings that lead to them. */
  startEngines(dataDir: string, undo: Undo): Promise<Record<string, string>>;
  roles: readonly PlannedRole[];
  /** Opens the service to callers, once every role is ready. */
  open(undo: Undo): Promise<void>;
}

const oneOfEachRole: ServicePlan = {
  claim: assertNoCluster,
  startEngines: async () => ({}),
  roles: [{ role: 'projector' }, { role: 'worker' }, { role: 'api' }],
  open: async () => undefined,
};

/** Starts the processes of the plan, and that of the models beside them where it is the service's own. */
const startRoles = async (
  planned: readonly PlannedRole[],
  settings: Settings,
  environment: NodeJS.ProcessEnv,
  logs: LogFormat,
  undo: Undo,
): Promise<void> => {
  const processes: RoleProcess[] = [];
  const metrics = new MetricsExchange(processes);
  const processOf = ({ settings: own, ...options }: PlannedRole): RoleProcess => {
    const whole = { ...environment, ...own };
    const role = new RoleProcess({
      ...options,
      environment: options.role === 'inference' ? inferenceEnvironment(whole) : whole,
      onMessage: (message, from) => metrics.handle(message, from),
      logs,
      onRestart: (name, ending, delayMs) =>
        say(`! The ${name} process ended ${ending}; starting it again in ${delayMs / 1000} s`),
    });
    processes.push(role);
    return role;
  };
  const inference = runsOwnModels(settings)
    ? new InferenceRole({
        process: processOf({ role: 'inference', settings: inferenceRoleSettings }),
        isNeeded: isModelInstalled(settings),
        say,
      })
    : undefined;
  // What the other roles have in hand at a stop may need it.
  undo.add(async () => inference?.stop());
  const roles = planned.map(processOf);
  undo.add(() => Promise.all(roles.map((role) => role.stop())));
  const names = roles.map(({ name }) => name).join(', ');
  await Promise.all([
    progress(`Starting ${names}`, () => Promise.all(roles.map((role) => role.start()))),
    inference?.start(),
  ]);
};

/**
 * Starts the database (unless one is given) and every role in a process of its own, and prints the address and
 * where the first key is once the API can serve. A signal that aborts ends the wait for that.
 * @throws StartFailure, RoleFailure: with nothing left running
 */
export const startService = async (
  settings: Settings,
  logs: LogFormat,
  plan: ServicePlan = oneOfEachRole,
  signal: AbortSignal = new AbortController().signal,
): Promise<RunningService> => {
  const dataDir = resolve(settings.TRANSLEDGER_DATA_DIR);
  const undo = new Undo();
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= undo.run();
    return stopping;
  };
  try {
    await assertWritable(dataDir);
    await assertPortFree(settings.HOST, settings.PORT);
    const metricsPort = await metricsPortOf(settings);
    witnessesOf(settings);
    await assertServersAnswer(settings, say);
    await plan.claim(dataDir);
    const databaseUrl = settings.DATABASE_URL ?? (await startDatabase(dataDir, undo)).url;
    const isSoleOwner = settings.DATABASE_URL === undefined;
    const engines = await plan.startEngines(dataDir, undo);
    await writeServiceFile(dataDir, settings, engines);
    undo.add(() => removeServiceFile(dataDir));
    const environment = {
      ...process.env,
      DATABASE_URL: databaseUrl,
      TRANSLEDGER_DATA_DIR: dataDir,
      TRANSLEDGER_METRICS_PORT: String(metricsPort),
      ...engines,
    };
    const found = readSettings(environment);
    const hasJobs = found.REDIS_URL === undefined;
    await progress('Bringing the tables up to date', () =>
      migrateEverything(databaseAddressOf(found).directUrl, { isSoleOwner, hasJobs, migrateReadModels }),
    );
    // Before any role is ready: whoever waits for that finds the key to work at once.
    const { firstKey, warning } = await beforeRoles(found);
    if (warning !== undefined) say(warning);
    await startRoles(plan.roles, found, environment, logs, undo);
    await plan.open(undo);
    installModels(found, undo);
    const dependencies = await untilReady(localUrlOf(settings), signal, say);
    if (dependencies === undefined) return { stop };
    for (const line of missingOf(dependencies)) say(line);
    const keyFile = new FirstKeyFile(dataDir);
    const output = logs === 'pretty' ? process.stdout : process.stderr;
    const metrics = metricsUrl(settings.TRANSLEDGER_METRICS_HOST, metricsPort);
    // To a terminal alone: whoever reads a log later is not who started the service.
    const isTerminal = output.isTTY === true;
    const ownerUrl = isTerminal ? await ownerUrlOf(found) : undefined;
    output.write(
      banner({
        publicUrl: publicUrlOf(settings),
        metrics,
        dataDir,
        firstKey: shownKeyOf(firstKey, keyFile, isTerminal),
        ownerUrl,
        hasModels: await hasModels(found),
      }),
    );
    if (isTerminal && firstKey.from === 'made') await keyFile.remove();
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The key itself goes to a terminal alone, and only by the start that made it. */
const shownKeyOf = (firstKey: FirstKey, file: FirstKeyFile, isTerminal: boolean): ShownKey => {
  if (firstKey.from === 'made') return isTerminal ? { key: firstKey.key } : { file: file.path };
  return firstKey.from === 'file' ? { file: file.path } : { from: firstKey.from };
};

/**
 * Installs the models that are missing, beside the running service, which answers with what it has meanwhile. Inference processes
 * elsewhere do so themselves.
 */
const installModels = (settings: Settings, undo: Undo): void => {
  if (settings.TRANSLEDGER_MODELS.length === 0 || settings.TRANSLEDGER_INFERENCE_URLS.length > 0) return;
  const ending = new AbortController();
  const installing = import('#libs/models/missing-models.js').then(({ installMissingModels }) =>
    installMissingModels(settings, { signal: ending.signal, say }),
  );
  undo.add(() => {
    ending.abort();
    return installing;
  });
};

/** Whether models are installed, or named to be; also where another engine was chosen, which has no use for them. */
const hasModels = async (settings: Settings): Promise<boolean> =>
  !usesInferenceProcess(settings) || settings.TRANSLEDGER_MODELS.length > 0 || isModelInstalled(settings)();

/** The port of metrics that is set, or a free one. @throws StartFailure when the one that is set is taken */
const metricsPortOf = async (settings: Settings): Promise<number> => {
  const { TRANSLEDGER_METRICS_HOST: host, TRANSLEDGER_METRICS_PORT: given } = settings;
  const port = given ?? (await freeMetricsPort(host).catch(() => usualMetricsPort));
  await assertPortFree(host, port, given === undefined ? 'TRANSLEDGER_METRICS_HOST' : 'TRANSLEDGER_METRICS_PORT');
  if (given === undefined && port !== usualMetricsPort)
    say(
      `! Port ${usualMetricsPort} of ${host} is taken: metrics are on ${port}. TRANSLEDGER_METRICS_PORT sets another.`,
    );
  return port;
};

/** @throws StartFailure when another process owns the database */
const startDatabase = async (dataDir: string, undo: Undo): Promise<KeptDatabase> => {
  const database = await progress('Starting the database', () =>
    KeptDatabase.start(join(dataDir, 'postgres'), dataDir, say),
  );
  undo.add(() => database.stop());
  return database;
};
