import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';

/** The page of metrics once it has the line; a page is shared for a second, and may be of before an act. */
export const metricsWith = (service: Pick<RunningService, 'metrics'>, line: RegExp): Promise<string> =>
  eventually(
    async () => (await service.metrics()).text(),
    (page) => line.test(page),
  );
