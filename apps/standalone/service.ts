import { join, resolve } from 'node:path';
import { publicUrlOf, type Settings } from '#libs/config/settings.js';
import { startEmbeddedPostgres } from '#libs/embedded-postgres/embedded-postgres.js';
import { migrateEverything } from '#libs/engines/migrate-everything.js';
import { banner } from './banner.js';
import { ensureFirstKey } from './first-key.js';
import { MetricsExchange } from './metrics-exchange.js';
import { assertPortFree, assertWritable } from './preflight.js';
import { progress } from './progress.js';
import { RoleProcess } from './role-process.js';
import { takeServiceLock } from './service-lock.js';

export interface RunningService {
  stop(): Promise<void>;
}

const roleNames = ['projector', 'worker', 'api'] as const;

/** Undoes, in reverse order, what a start had done when it stops or fails half way. */
class Undo {
  private readonly steps: (() => Promise<unknown>)[] = [];

  add(step: () => Promise<unknown>): void {
    this.steps.push(step);
  }

  async run(): Promise<void> {
    for (const step of this.steps.splice(0).reverse()) await step().catch(() => undefined);
  }
}

/**
 * Starts the database (unless one is given) and every role in a process of its own, and prints what a
 * user needs. @throws StartFailure, RoleFailure: with nothing left running
 */
export const startService = async (settings: Settings): Promise<RunningService> => {
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
    const databaseUrl = settings.DATABASE_URL ?? (await startDatabase(dataDir, undo));
    const isSoleOwner = settings.DATABASE_URL === undefined;
    await progress('Bringing the tables up to date', () => migrateEverything(databaseUrl, { isSoleOwner }));
    const environment = { ...process.env, DATABASE_URL: databaseUrl, TRANSLEDGER_DATA_DIR: dataDir };
    const roles: RoleProcess[] = [];
    const metrics = new MetricsExchange(roles);
    for (const role of roleNames) {
      roles.push(
        new RoleProcess({
          role,
          environment,
          onMessage: (message, from) => metrics.handle(message, from),
          onRestart: (name, delayMs) =>
            process.stderr.write(`! The ${name} process ended; starting it again in ${delayMs / 1000} s\n`),
        }),
      );
    }
    undo.add(() => Promise.all(roles.map((role) => role.stop())));
    await progress(`Starting ${roleNames.join(', ')}`, () => Promise.all(roles.map((role) => role.start())));
    const apiKey = await ensureFirstKey(databaseUrl, { ...settings, TRANSLEDGER_DATA_DIR: dataDir });
    process.stdout.write(banner({ publicUrl: publicUrlOf(settings), dataDir, apiKey }));
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const startDatabase = async (dataDir: string, undo: Undo): Promise<string> => {
  const server = await progress('Starting the database', () => startEmbeddedPostgres(join(dataDir, 'postgres')));
  const lock = await takeServiceLock(server.url, dataDir);
  undo.add(() => server.stop());
  undo.add(() => lock.end());
  return server.url;
};
