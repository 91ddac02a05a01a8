import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Document } from '@transledger/sdk';
import { type ReactNode, useState } from 'react';
import { service } from '../../app/service';
import { Button } from '../../ui/button';
import { Confirmation } from '../../ui/confirmation';
import { Failure } from '../../ui/failure';

interface DocumentActsProps {
  document: Document;
  mayWrite: boolean;
  onDeleted?: () => void;
  /** What else can be done, before these. */
  children?: ReactNode;
}

/** Tries again what failed, and deletes. */
export const DocumentActs = ({ document, mayWrite, onDeleted, children }: DocumentActsProps) => {
  const { t } = useLingui();
  const { id, filename, status, target_language: target } = document;
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const refresh = () =>
    Promise.all(['documents', 'document'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
  const retry = useMutation({
    mutationFn: () => service.documents.translateAgain(id, { target }),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => service.documents.delete(id),
    onSuccess: async () => {
      setIsAsked(false);
      onDeleted?.();
      queries.removeQueries({ queryKey: ['document', id] });
      await queries.invalidateQueries({ queryKey: ['documents'] });
    },
  });
  return (
    <>
      <div className="row">
        {children}
        {mayWrite && status === 'failed' && (
          <Button isBusy={retry.isPending} onClick={() => retry.mutate()} aria-label={t`Try ${filename} again`}>
            <Trans>Try again</Trans>
          </Button>
        )}
        {mayWrite && (
          <Button look="quiet" onClick={() => setIsAsked(true)} aria-label={t`Delete ${filename}`}>
            <Trans>Delete</Trans>
          </Button>
        )}
      </div>
      {retry.error && <Failure error={retry.error} />}
      {isAsked && (
        <Confirmation
          title={t`Delete ${filename}?`}
          act={<Trans>Delete</Trans>}
          error={remove.error}
          isBusy={remove.isPending}
          onAct={() => remove.mutate()}
          onClose={() => setIsAsked(false)}
        >
          <p>
            <Trans>
              The file, its translations and their keys are destroyed. The audit log keeps that they were there.
            </Trans>
          </p>
        </Confirmation>
      )}
    </>
  );
};
