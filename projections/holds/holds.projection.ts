import type { HoldEvent, HoldTarget } from '#libs/domain/hold/hold.events.js';
import { projection } from '#libs/read-side/projection/projection.port.js';
import type { HoldEntity } from './hold.entity.js';

const targetColumns = (target: HoldTarget) => ({
  resource: target.kind === 'resource' ? target.resource : null,
  resource_id: target.kind === 'resource' ? target.resourceId : null,
  subject_type: target.kind === 'subject' ? target.type : null,
  subject: target.kind === 'subject' ? target.subject : null,
  sealed_subject: target.kind === 'subject' ? target.sealedId : null,
  period_start: target.kind === 'period' ? target.start : null,
  period_end: target.kind === 'period' ? target.end : null,
  created_from: target.kind === 'period' ? target.from : null,
  created_until: target.kind === 'period' ? target.until : null,
});

export const holds = projection<HoldEntity, HoldEvent['type']>({
  name: 'holds',
  version: 1,
  table: 'read_model.hold',
  primaryKey: ['id'],
  // Where a hold is not known nothing may be removed: removals wait until this has passed the head of the log.
  onFailure: 'halt',
  handlers: {
    HoldPlaced: (rows, { data, metadata }) =>
      rows.insert({
        id: data.holdId,
        organization_id: data.organizationId,
        ...targetColumns(data.target),
        reason: data.reason,
        placer: metadata.subject,
        sealed_placer: metadata.sealedClient,
        created_at: data.placedAt,
        lifted_at: null,
      }),
    HoldLifted: (rows, { data }) => rows.update({ id: data.holdId }, { lifted_at: data.liftedAt }),
  },
});
