import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { SubjectData, User } from '@transledger/sdk';
import { service } from '../../app/service';
import { DataTable } from '../../ui/data-table';
import { CloseButton, Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { Time } from '../../ui/time';

type Session = NonNullable<SubjectData['sessions']>[number];

const stateOf = ({ ended_at: ended, expires_at: expires }: Session): 'ended' | 'expired' | 'open' => {
  if (ended !== null) return 'ended';
  return Date.parse(expires) < Date.now() ? 'expired' : 'open';
};

/** The sessions of a person, as the service still knows them. */
export const SessionsDialog = ({ user: { id, name, email }, onClose }: { user: User; onClose: () => void }) => {
  const { t } = useLingui();
  const saidOf = { open: t`Open`, ended: t`Ended`, expired: t`Expired` };
  const sessions = useQuery({
    queryKey: ['sessions', id],
    queryFn: async ({ signal }) =>
      (await service.compliance.subjectData('user', id, { section: 'sessions', limit: 100 }, { signal }).page())
        .sessions ?? [],
    // Each look is an entry of the audit log.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <Dialog title={t`Sessions of ${name || email}`} onClose={onClose}>
      <p>
        <Trans>
          The audit log says that you looked. A session ends after 30 minutes of rest, or when the person signs out.
          Another role, a new password or the end of the account end all of them at once.
        </Trans>
      </p>
      <Loaded query={sessions}>
        {(rows) => (
          <DataTable
            caption={t`Sessions`}
            rows={rows}
            keyOf={(session) => session.id}
            empty={
              <p>
                <Trans>No session is known.</Trans>
              </p>
            }
            columns={[
              { name: t`Began`, cell: (one) => <Time at={one.began_at} />, text: (one) => one.began_at },
              {
                name: t`Last used`,
                cell: (one) => <Time at={one.last_used_at} />,
                text: (one) => one.last_used_at ?? '',
              },
              {
                name: t`State`,
                cell: (one) => {
                  const state = stateOf(one);
                  return <span className={`badge ${state === 'open' ? 'badge-good' : ''}`}>{saidOf[state]}</span>;
                },
                text: stateOf,
              },
            ]}
          />
        )}
      </Loaded>
      <form method="dialog">
        <CloseButton />
      </form>
    </Dialog>
  );
};
