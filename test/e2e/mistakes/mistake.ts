/** A request over HTTP. `{name}` in its path and its body stands for an id that the test has made. */
export interface Asked {
  path: string;
  init: { method?: string; headers?: Record<string, string>; body?: string | URLSearchParams };
  /** The fields and files of a form, in the place of a body. */
  form?: readonly (readonly [name: string, value: string, fileName?: string])[];
  /** Sends no API key where null. */
  key?: null;
}

/** A mistake, the request, the status and the code of the answer, and the words that its message must have. */
export type HttpMistake = readonly [what: string, asked: Asked, status: number, code: string, says: RegExp];

const json = { 'content-type': 'application/json' };

export const get = (path: string): Asked => ({ path, init: {} });
export const call = (method: string, path: string, headers: Record<string, string> = {}): Asked => ({
  path,
  init: { method, headers },
});
export const send = (method: string, path: string, body: unknown, headers: Record<string, string> = {}): Asked => ({
  path,
  init: { method, headers: { ...json, ...headers }, body: JSON.stringify(body) },
});
export const post = (path: string, body: unknown, headers?: Record<string, string>): Asked =>
  send('POST', path, body, headers);
/** A body that is sent as it stands. */
export const raw = (path: string, body: string | URLSearchParams, headers: Record<string, string> = json): Asked => ({
  path,
  init: { method: 'POST', headers, body },
});
/** An upload of one small text, unless files are named. */
export const upload = (
  fields: Readonly<Record<string, string>>,
  ...files: readonly (readonly [name: string, value: string, fileName: string])[]
): Asked => ({
  path: '/v1/documents',
  init: { method: 'POST' },
  form: [...Object.entries(fields), ...(files.length === 0 ? [['file', 'One line.', 'a.txt'] as const] : files)],
});
export const withoutKey = (asked: Asked): Asked => ({ ...asked, key: null });
