import type { ApiClient } from '#test/e2e/api-client.js';

interface KeyPage {
  data: { api_keys: { name: string }[]; pagination: { next_cursor: string | null } };
}

const namesOfAllKeys = async (client: ApiClient): Promise<string[]> => {
  const names: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = (await (await client.fetch(`/v1/api-keys?limit=100${query}`)).json()) as KeyPage;
    names.push(...page.data.api_keys.map(({ name }) => name));
    cursor = page.data.pagination.next_cursor;
  }
  return names;
};

/** Keys that exist more than once or not at all: each was requested again and again under one idempotency key. */
export const keyViolations = async (client: ApiClient, names: readonly string[]): Promise<string[]> => {
  const counts = new Map<string, number>();
  for (const name of await namesOfAllKeys(client)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return names.filter((name) => counts.get(name) !== 1).map((name) => `${name}: there are ${counts.get(name) ?? 0}`);
};
