import { request } from 'node:http';

/** A JSON text of about so many bytes: a part again and again, between a beginning and an end. */
const repeated = (start: string, part: string, end: string, bytes: number): Buffer =>
  Buffer.from(start + part.repeat(Math.max(1, Math.floor((bytes - start.length - end.length) / part.length))) + end);

const fields = (bytes: number): Buffer => {
  const names: string[] = [];
  for (let length = 0; length < bytes - 20; length += names.at(-1)?.length ?? 0) names.push(`"k${names.length}":1,`);
  return Buffer.from(`{${names.join('').slice(0, -1)}}`);
};

/** Objects with two fields each that no other object has, which cost a parser most of what a glossary may have. */
const entriesOfOtherNames = (count: number): Buffer => {
  const entries = Array.from({ length: count }, (_, place) => `{"a${place}":"","b${place}":""}`);
  return Buffer.from(`{"name":"n","source_language":"en","target_language":"es","entries":[${entries.join(',')}]}`);
};

/** Bodies whose structure costs more than their bytes, by what they are made of. */
export const costlyBodies = {
  nested: (bytes: number) => repeated('{"texts":', '[', '', bytes),
  objects: (bytes: number) => repeated('{"texts":["a"],"target":"es","x":[', '{"31":1},', '0]}', bytes),
  fields,
};

/** The worst bodies that are within all bounds of structure. */
export const bodiesWithinBounds = {
  escapes: (bytes: number) => repeated('{"texts":["', '\\u0041', '"],"target":"es","source":"en"}', bytes),
  wide: (bytes: number) => repeated('{"texts":["ł', 'a', '"],"target":"es","source":"en"}', bytes),
  names: () => entriesOfOtherNames(10_000),
};

interface Sent {
  url: string;
  path: string;
  key: string;
  body: Buffer;
}

/** Status of the answer to a body, which may come before all of it is sent; 0 where the connection was lost. */
export const sendBody = ({ url, path, key, body }: Sent): Promise<{ status: number; text: string }> =>
  new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': body.length,
    };
    const call = request(new URL(path, url), { method: 'POST', headers, agent: false });
    call.once('response', async (response) => {
      let text = '';
      try {
        for await (const piece of response.setEncoding('utf8')) text += piece;
      } catch {
        // What has come of it is said.
      }
      resolve({ status: response.statusCode ?? 0, text });
      call.destroy();
    });
    call.on('error', () => resolve({ status: 0, text: '' }));
    call.end(body);
  });

/** A first frame of nested JSON, of nearly the largest size that a frame may have. */
export const nestedFrame = `{"type":"auth","api_key":${'['.repeat(209_000)}`;
