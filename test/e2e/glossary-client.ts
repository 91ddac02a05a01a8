import { expect } from 'vitest';
import type { ApiClient } from './api-client.js';

interface Glossary {
  id: string;
  name: string;
  source_language: string;
  target_language: string;
  domain?: string;
  version: number;
  entry_count: number;
  created_at: string;
  updated_at: string;
  entries?: { source: string; target: string }[];
}

interface ErrorResponse {
  error: { code: string; status: number; message: string; details?: Record<string, unknown> };
}

export interface TextAnswer {
  data: { translation: string };
  meta: {
    request_id: string;
    cached: boolean;
    glossary?: { id: string; version: number; applied: { source: string; target: string; count: number }[] };
  };
}

interface AuditEntry {
  action: string;
  resource: string;
  resource_id: string;
  result: string;
  request_id: string;
  metadata: Record<string, unknown>;
}

export const house = { source: 'house', target: 'casona' };
export const text = 'The house is big.';
export const fields = { name: 'terms', source_language: 'en', target_language: 'es' };

export const form = (content: string, name: string, more: Record<string, string> = fields): FormData => {
  const body = new FormData();
  for (const [field, value] of Object.entries(more)) body.set(field, value);
  body.set('file', new Blob([content]), name);
  return body;
};

/** The record in a response, which must have this status. */
export const glossaryIn = async (answer: Response, status: number): Promise<Glossary> => {
  const body = await answer.text();
  expect({ status: answer.status, body }).toMatchObject({ status });
  return (JSON.parse(body) as { data: Glossary }).data;
};

export const errorOf = async (answer: Response): Promise<ErrorResponse['error']> => {
  const { error } = (await answer.json()) as ErrorResponse;
  expect(error.status).toBe(answer.status);
  return error;
};

/** A client that keeps glossaries of English to Spanish and translates with them. */
export class GlossaryClient {
  constructor(private readonly service: ApiClient) {}

  async create(body: object = {}): Promise<Glossary> {
    return glossaryIn(await this.service.postJson('/v1/glossaries', { ...fields, entries: [house], ...body }), 201);
  }

  createFrom(content: string, name: string): Promise<Response> {
    return this.service.fetch('/v1/glossaries', { method: 'POST', body: form(content, name) });
  }

  replace(id: string, entries: unknown, key?: string): Promise<Response> {
    return this.service.postJson(`/v1/glossaries/${id}/entries`, { entries }, { method: 'PUT', ...(key && { key }) });
  }

  get(id: string, query = '', headers: Record<string, string> = {}): Promise<Response> {
    return this.service.fetch(`/v1/glossaries/${id}${query}`, { headers });
  }

  remove(id: string): Promise<Response> {
    return this.service.fetch(`/v1/glossaries/${id}`, { method: 'DELETE' });
  }

  send(body: object): Promise<Response> {
    return this.service.postJson('/v1/translate', { text, source: 'en', target: 'es', ...body });
  }

  async translate(body: object): Promise<TextAnswer> {
    const answer = await this.send(body);
    expect(answer.status).toBe(200);
    return (await answer.json()) as TextAnswer;
  }

  async auditOf(query: string, wanted: (entry: AuditEntry) => boolean): Promise<AuditEntry[]> {
    const answer = await this.service.fetch(`/v1/compliance/audit-logs?limit=500&${query}`);
    const { data } = (await answer.json()) as { data: { entries: AuditEntry[] } };
    return data.entries.filter(wanted);
  }
}
