import { TransledgerError } from './errors.js';
import type { CallOptions, Requests } from './requests.js';
import type * as api from './types.js';

interface Place {
  path: string;
  query?: object | undefined;
}

/**
 * A list of the service, read page by page as it is iterated over.
 * @example for await (const document of client.documents.list({ status: 'completed' })) console.log(document.id);
 */
export class List<Item, Page extends { pagination: api.Pagination }> implements AsyncIterable<Item> {
  constructor(
    private readonly requests: Requests,
    private readonly place: Place,
    private readonly itemsOf: (page: Page) => readonly Item[],
    private readonly options: CallOptions | undefined,
  ) {}

  /**
   * One page: the first, or the one that `cursor` or `offset` of the list's query begin.
   * @example const { documents, pagination } = await client.documents.list({ limit: 20 }).page();
   */
  page(): api.Answered<Page> {
    return this.requests.data({ method: 'GET', ...this.place }, this.options);
  }

  /**
   * The pages, with all that they say beside their items.
   * @example for await (const { documents } of client.documents.list().pages()) console.log(documents.length);
   */
  async *pages(): AsyncGenerator<api.Answer<Page>> {
    const { path, query } = this.place;
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const beyond = cursor === undefined ? query : { ...query, offset: undefined, cursor };
      const page: api.Answer<Page> = await this.requests.data({ method: 'GET', path, query: beyond }, this.options);
      yield page;
      const { next_cursor: next } = page.pagination;
      if (next !== null && next === cursor)
        throw new TransledgerError('The list does not go on.', { code: 'unexpected_answer', retryable: false });
      cursor = next;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const page of this.pages()) yield* this.itemsOf(page);
  }

  /**
   * The first items, up to that many.
   * @example const newest = await client.documents.list().first(10);
   */
  async first(max: number): Promise<Item[]> {
    const items: Item[] = [];
    if (max > 0) for await (const item of this) if (items.push(item) >= max) break;
    return items;
  }
}
