import type { DataSource } from 'typeorm';
import { TextStreamEntity } from './text-stream.entity.js';

export class TextStreamQueries {
  constructor(private readonly dataSource: DataSource) {}

  /** Processes with open streams, dead ones included. */
  async processes(): Promise<string[]> {
    const rows = await this.dataSource.query<{ process_id: string }[]>(
      'select distinct process_id from read_model.text_stream order by process_id',
    );
    return rows.map(({ process_id }) => process_id);
  }

  /** Open streams of a process, oldest first. */
  openOf(processId: string, limit: number): Promise<TextStreamEntity[]> {
    return this.dataSource
      .getRepository(TextStreamEntity)
      .find({ where: { process_id: processId }, order: { began_at: 'ASC', request_id: 'ASC' }, take: limit });
  }
}
