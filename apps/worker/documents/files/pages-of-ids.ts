/** Gives ids in pages of that length; the last one may be shorter, and none is empty. */
export async function* pagesOfIds(ids: AsyncIterable<string>, length: number): AsyncGenerator<string[]> {
  let page: string[] = [];
  for await (const id of ids) {
    page.push(id);
    if (page.length < length) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
