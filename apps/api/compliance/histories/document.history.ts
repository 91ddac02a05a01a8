import { document } from '#libs/domain/document/document.decider.js';
import { publicUrlOf, type Settings } from '#libs/platform/config/settings.js';
import type { SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { textIn } from '#libs/read-side/read-models/personal-data.js';
import { DocumentFold, type FoldedDocument } from '#projections/documents/document-fold.js';
import { toDocumentView } from '#projections/documents/document-view.js';
import type { HoldQueries } from '#projections/holds/holds.queries.js';
import { holdsAt } from '#projections/holds/holds-at.js';
import type { OwnWrites } from '../../access/own-writes.js';
import { toDocumentState } from '../../documents/document-response.js';
import type { HistoryResource } from './history-resource.js';

interface Sources {
  holds: Pick<HoldQueries, 'times'>;
  ownWrites: Pick<OwnWrites, 'visibleIn'>;
  subjectKeys: Pick<SubjectKeys, 'open'>;
  settings: Settings;
}

/** A document with its newest translation; holds, which have streams of their own, count from their times. */
export const documentHistory = ({
  holds,
  ownWrites,
  subjectKeys,
  settings,
}: Sources): HistoryResource<FoldedDocument> => ({
  category: document.category,
  idPrefix: 'doc',
  begin: () => {
    const fold = new DocumentFold();
    return { apply: (event) => fold.apply(event), snapshot: () => fold.document };
  },
  show: async (organizationId, moments) => {
    const [first] = moments;
    if (first === undefined) return [];
    const { id: resourceId, subject, sealed_name, created_at: createdAt } = first.snapshot;
    await ownWrites.visibleIn('holds');
    const times = await holds.times({ organizationId, resource: 'document', resourceId, subject, createdAt });
    const filename = textIn(await subjectKeys.open(subject, sealed_name), 'filename');
    const publicUrl = publicUrlOf(settings);
    return moments.map(({ snapshot, time }) =>
      toDocumentState(toDocumentView({ ...snapshot, ...holdsAt(times, time) }, filename), publicUrl),
    );
  },
});
