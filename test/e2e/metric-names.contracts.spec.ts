import { beforeAll, expect, it } from 'vitest';
import { promtool } from '#test/infra/monitoring/promtool.js';
import { describeWith } from '#test/servers/describe-with.js';
import type { RunningService } from './running-service.js';
import { sharedService, withTrace } from './shared-service.js';

describeWith(['promtool'], 'names of metrics', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await sharedService(withTrace);
  });

  it('Prometheus has nothing to say about them', async () => {
    const page = await (await service.metrics()).text();
    expect(promtool(['check', 'metrics'], page)).toEqual({ status: 0, output: '' });
  });
});
