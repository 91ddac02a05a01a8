import { Column, Entity, PrimaryColumn } from 'typeorm';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

/** A stream of tokens that has begun and not ended. */
@Entity({ schema: 'read_model', name: 'text_stream' })
export class TextStreamEntity {
  @PrimaryColumn('text')
  request_id: string;

  /** Process that runs the stream, by the name of its lease. */
  @Column('text')
  process_id: string;

  /** Position of its first event in the log. */
  @Column('text')
  event_stream: string;

  @Column('bigint')
  event_revision: number;

  @Column(rfc3339())
  began_at: string;
}
