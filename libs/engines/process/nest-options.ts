import type { Logger } from '#libs/platform/telemetry/logger.js';
import { nestLogger } from './nest-logger.js';

/** Options of every application. A start that fails rejects, and the operator is told: Nest would end the process. */
export const nestOptions = (logger: Logger) => ({ logger: nestLogger(logger), abortOnError: false });
