import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { ApiModule } from '#apps/api/api.module.js';
import { withLanguageCodes } from '#apps/api/openapi/language-codes.js';
import { openApiDocument } from '#apps/api/openapi/openapi-document.js';
import { publicUrlOf, readSettings } from '#libs/platform/config/settings.js';
import { serviceVersion } from '#libs/platform/process/service-version.js';
import { unobserved } from '#libs/platform/telemetry/life-cycle/life-cycle.js';
import { createLogger } from '#libs/platform/telemetry/logger.js';
import { createRegistry } from '#libs/platform/telemetry/metrics.js';
import { everyPair } from '#libs/ports/inference/every-pair.js';
import type { OpenApiDocument } from './openapi-tools.js';

/** The OpenAPI document of the API with these settings and an engine for every pair, without anything of it being started. */
export const describedApi = async (environment: Readonly<Record<string, string>> = {}): Promise<OpenApiDocument> => {
  const settings = readSettings(environment);
  const described = {
    role: 'api',
    settings,
    logger: createLogger('api', 'silent'),
    registry: createRegistry('api'),
    lifeCycle: unobserved,
  } as const;
  const options = { preview: true, logger: false, abortOnError: false } as const;
  const application = await NestFactory.create(ApiModule.register(described), new FastifyAdapter(), options);
  const document = openApiDocument(application, publicUrlOf(settings), serviceVersion());
  return JSON.parse(withLanguageCodes(document, everyPair));
};
