import type { ApiClient } from './api-client.js';
import { eventually } from './eventually.js';

/** The page of metrics once it has the line; a page is shared for a second, and may be of before an act. */
export const metricsWith = (service: ApiClient, line: RegExp): Promise<string> =>
  eventually(
    async () => (await service.fetch('/metrics', { key: null })).text(),
    (page) => line.test(page),
  );
