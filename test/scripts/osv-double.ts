import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface OsvRecord {
  id: string;
  affected: { package: { ecosystem: string; name: string }; ranges?: object[]; versions?: string[] }[];
  [more: string]: unknown;
}

export interface OsvDouble {
  url: string;
  records: OsvRecord[];
  status: number;
  close: () => Promise<void>;
}

interface Query {
  package: { ecosystem: string; name: string };
  page_token?: string;
}

/** A service of osv.dev that answers a batch of queries one id a page, and records by their id. */
export const startOsvDouble = async (): Promise<OsvDouble> => {
  const server = createServer(async (request, response) => {
    const answer = (body: unknown, status = double.status): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const [, id] = /^\/v1\/vulns\/(.+)$/.exec(request.url ?? '') ?? [];
    if (id !== undefined) {
      const record = double.records.find((one) => one.id === decodeURIComponent(id));
      return answer(record ?? { code: 5 }, record === undefined ? 404 : double.status);
    }
    const { queries }: { queries: Query[] } = JSON.parse(await text(request));
    const results = queries.map(({ package: asked, page_token: token = '0' }) => {
      const found = double.records.filter(({ affected }) =>
        affected.some(({ package: one }) => one.ecosystem === asked.ecosystem && one.name === asked.name),
      );
      const at = Number(token);
      const [one] = found.slice(at);
      if (one === undefined) return {};
      return { vulns: [{ id: one.id }], ...(found.length > at + 1 ? { next_page_token: String(at + 1) } : {}) };
    });
    answer({ results });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const double: OsvDouble = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    records: [],
    status: 200,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return double;
};
