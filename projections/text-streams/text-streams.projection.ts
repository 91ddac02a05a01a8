import { projection } from '#libs/read-side/projection/projection.port.js';
import type { TextStreamEntity } from './text-stream.entity.js';

/** Open streams of tokens. The end of one may be in another stream of the log than its beginning. */
export const textStreams = projection<TextStreamEntity, 'TextStreamBegan' | 'TextStreamEnded'>({
  name: 'text-streams',
  version: 1,
  table: 'read_model.text_stream',
  primaryKey: ['request_id'],
  laneKey: ({ metadata }) => metadata.requestId,
  onFailure: 'park',
  handlers: {
    TextStreamBegan: (rows, { data, metadata, stream, revision }) =>
      rows.insert({
        request_id: metadata.requestId,
        process_id: data.processId,
        event_stream: stream,
        event_revision: revision,
        began_at: metadata.occurredAt,
      }),
    TextStreamEnded: (rows, { metadata }) => rows.delete({ request_id: metadata.requestId }),
  },
});
