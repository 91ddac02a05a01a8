import type { Logger } from '#libs/platform/telemetry/logger.js';
import { nestLogger } from './nest-logger.js';

/** Options of every application. A failed start rejects, so that it can be reported: Nest would end the process. */
export const nestOptions = (logger: Logger) => ({ logger: nestLogger(logger), abortOnError: false });
