import type { Logger } from '#libs/platform/telemetry/logger.js';
import type { KeyUseTimes } from '#projections/api-keys/key-use-times.js';
import { NotedUses } from './noted-uses.js';

interface KeyUsesOptions {
  times: Pick<KeyUseTimes, 'store'>;
  logger: Logger;
}

/** Notes when keys were last used: a comparison for most requests. A killed node loses ten seconds of it. */
export class KeyUses extends NotedUses {
  constructor({ times, logger }: KeyUsesOptions) {
    super({
      store: (uses) => times.store(uses),
      onFault: (error) => logger.warn({ err: error }, 'the last uses of keys could not be stored and are kept'),
    });
  }
}
