import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from './product.js';

const withinMs = 60_000;

const auditedSince = async ({ url, apiKey }: Product, action: string, since: string): Promise<number> => {
  const query = new URLSearchParams({ action, start: since, limit: '1' });
  const answer = await fetch(`${url}/v1/compliance/audit-logs?${query}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  if (!answer.ok) throw new Error(`The audit log answered ${answer.status}`);
  const { data } = (await answer.json()) as { data: { pagination: { total: number } } };
  return data.pagination.total;
};

/** Waits until the audit log has an entry for each successful request. @throws when there are fewer or more */
export const untilAudited = async (
  product: Product,
  action: string,
  since: string,
  answered: number,
): Promise<void> => {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const audited = await auditedSince(product, action, since);
    if (audited === answered) return;
    if (performance.now() > deadline) throw new Error(`${answered} requests answered, ${audited} in the audit log`);
    await sleep(50);
  }
};
