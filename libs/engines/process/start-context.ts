import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Settings } from '#libs/platform/config/settings.js';
import { operationsPlace } from '#libs/platform/process/operations-server.js';
import type { RunningRole } from '#libs/platform/process/run-role.js';
import { whileWaiting } from '#libs/platform/process/waiting-room.js';
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
  await whileWaiting(operationsPlace(settings), prepareEngines(settings, logger, migrateReadModels));
  const application = await NestFactory.createApplicationContext(makeModule(), nestOptions(logger));
  application.get(OperationsServer).open();
  return { stop: () => application.close() };
};
