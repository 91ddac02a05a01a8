import { Trans, useLingui } from '@lingui/react/macro';
import type { Session } from '@transledger/sdk';
import { useSyncExternalStore } from 'react';
import { queries } from '../../app/queries';
import { service } from '../../app/service';
import { useSession } from '../../app/session';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/failure';
import { Uploads } from './uploads';

const signedIn = (): string | undefined => queries.getQueryData<Session | null>(['session'])?.user.id;

/** Outlives the screen: a file that fails while another one is looked at is not lost. */
export const uploads = new Uploads(signedIn, async ({ name, file, fields, key }) => {
  await service.documents.translate(file, { filename: name, ...fields }, { idempotencyKey: key });
  await queries.invalidateQueries({ queryKey: ['documents'] });
});

/** The files that are on their way, and those that did not come in. */
export const UploadList = () => {
  const { t } = useLingui();
  const { user } = useSession();
  const all = useSyncExternalStore(uploads.subscribe, uploads.snapshot);
  const listed = all.filter(({ owner }) => owner === user.id);
  return (
    <ul className="documents" aria-live="polite">
      {listed.map(({ id, name, state, error }) => (
        <li key={id} className="document upload">
          <span dir="auto">{name}</span>
          {state === 'waiting' && <Trans>waiting</Trans>}
          {state === 'uploading' && <Trans>uploading…</Trans>}
          {state === 'failed' && (
            <div className="row">
              <Button onClick={() => uploads.again(id)} aria-label={t`Try ${name} again`}>
                <Trans>Try again</Trans>
              </Button>
              <Button look="quiet" onClick={() => uploads.leave(id)} aria-label={t`Leave ${name} out`}>
                <Trans>Leave out</Trans>
              </Button>
            </div>
          )}
          {state === 'failed' && <Failure error={error} />}
        </li>
      ))}
    </ul>
  );
};
