import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { Document } from '@transledger/sdk';
import { Link } from 'wouter';
import { service } from '../../app/service';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/failure';
import { saveFile } from '../../ui/save-file';
import { Time } from '../../ui/time';
import { DocumentActs } from './document-acts';
import { StatePart } from './document-state';

/** A document in the list with its state, and what can be done with it. */
export const DocumentRow = ({ document, mayWrite }: { document: Document; mayWrite: boolean }) => {
  const { t } = useLingui();
  const { id, filename, status, source_language: source, target_language: target } = document;
  const download = useMutation({
    mutationFn: async () => {
      const file = await service.documents.download(id, { target });
      saveFile(await file.blob(), file.filename ?? filename);
    },
  });
  return (
    <li className="document">
      <div>
        <Link href={`/documents/${id}`} dir="auto">
          {filename}
        </Link>
        <p className="hint">
          {source} → {target} · <Time at={document.created_at} />
        </p>
      </div>
      <StatePart document={document} />
      <div className="document-acts">
        <DocumentActs document={document} mayWrite={mayWrite}>
          {status === 'completed' && (
            <Button
              look="main"
              isBusy={download.isPending}
              onClick={() => download.mutate()}
              aria-label={t`Download ${filename}`}
            >
              <Trans>Download</Trans>
            </Button>
          )}
        </DocumentActs>
      </div>
      {download.error && <Failure error={download.error} />}
    </li>
  );
};
