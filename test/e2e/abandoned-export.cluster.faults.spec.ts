import { beforeAll, expect, it } from 'vitest';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';
import { sharedService, withLoad } from './shared-service.js';

interface Export {
  export_id: string;
  status: string;
  reason: string | null;
  entries: number | null;
  ended_at: string | null;
}

let service: RunningService;

const read = async <Data>(path: string): Promise<Data> => {
  const answer = await service.fetch(path);
  return ((await answer.json()) as { data: Data }).data;
};
const exported = (id: string) => read<Export>(`/v1/compliance/audit-logs/exports/${id}`);

beforeAll(async () => {
  service = await sharedService(withLoad);
});

it('an export whose process was killed has failed, says why, and leaves one entry', async () => {
  const following = await service.fetch('/v1/compliance/audit-logs/export?follow=true');
  const id = following.headers.get('x-export-id') ?? '';
  expect(await exported(id)).toMatchObject({ status: 'started', reason: null });
  // It goes on until its process is killed.
  const rest = following.text().catch(() => 'broken');
  await service.killEverything();
  expect(await rest).toBe('broken');
  await service.restart();
  const failed = await eventually(
    () => exported(id),
    ({ status }) => status !== 'started',
    180_000,
  );
  expect(failed).toMatchObject({ status: 'failed', reason: 'process_ended', entries: null });
  expect(failed.ended_at).toEqual(expect.any(String));
  const { entries } = await read<{ entries: { action: string; result: string }[] }>(
    `/v1/compliance/audit-logs?resource_id=${id}`,
  );
  expect(entries).toMatchObject([{ action: 'audit_log_export', result: 'success' }]);
});
