import type { ReadModelQueries } from '#libs/read-side/read-models/read-model-queries.js';

/** An installation of a model; `removed_at` is null while it lasts. */
export interface ModelInstallation {
  sha256: string;
  model_id: string;
  name: string;
  engine: string;
  source_languages: string[];
  target_languages: string[];
  size_bytes: number;
  licence: string | null;
  licence_url: string | null;
  source: string;
  installed_at: string;
  removed_at: string | null;
}

/** Installations that a list has at most. */
const maxListed = 1_000;

const present = 'select sha256 from read_model.model where removed_at is null';

const during = `
  select sha256, model_id, name, engine, source_languages, target_languages, size_bytes, licence, licence_url, source,
         installed_at, removed_at
    from read_model.model
   where installed_at < $2 and (removed_at is null or removed_at >= $1)
   order by installed_at desc, sha256
   limit ${maxListed}`;

export class ModelQueries {
  constructor(private readonly readModels: ReadModelQueries) {}

  /** Hashes of the models that are installed as far as the log says. */
  async present(): Promise<string[]> {
    const rows = await this.readModels.query<{ sha256: string }[]>(present, []);
    return rows.map(({ sha256 }) => sha256);
  }

  /** Installations that lasted at some time from `start` up to `end`, the newest first, at most 1,000. */
  during(start: string, end: string): Promise<ModelInstallation[]> {
    return this.readModels.query<ModelInstallation[]>(during, [start, end]);
  }
}
