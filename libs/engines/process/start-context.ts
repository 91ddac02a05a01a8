import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Settings } from '#libs/platform/config/settings.js';
import { operationsAddress } from '#libs/platform/process/operations-server.js';
import type { RunningRole } from '#libs/platform/process/run-role.js';
import { serveNotReadyDuring } from '#libs/platform/process/startup-server.js';
import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { MigrationPlan } from '../migrate-everything.js';
import { prepareEngines } from '../prepare-engines.js';
import { nestOptions } from './nest-options.js';
import { OperationsServer } from './operations-server.js';

/** Starts an application without HTTP, once the database answers; its modules begin their work by themselves. */
export const startContext = async (
  settings: Settings,
  logger: Logger,
  migrateReadModels: MigrationPlan['migrateReadModels'],
  makeModule: () => DynamicModule,
): Promise<RunningRole> => {
  await serveNotReadyDuring(operationsAddress(settings), prepareEngines(settings, logger, migrateReadModels));
  const application = await NestFactory.createApplicationContext(makeModule(), nestOptions(logger));
  await application.get(OperationsServer).open();
  return { stop: () => application.close() };
};
