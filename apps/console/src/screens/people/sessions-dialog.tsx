import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SubjectData, User } from '@transledger/sdk';
import { useState } from 'react';
import { service } from '../../app/service';
import { Button } from '../../ui/button';
import { Confirmation } from '../../ui/confirmation';
import { DataTable } from '../../ui/data-table';
import { CloseButton, Dialog } from '../../ui/dialog';
import { Loaded } from '../../ui/loaded';
import { Notice } from '../../ui/notice';
import { Time } from '../../ui/time';

type Session = NonNullable<SubjectData['sessions']>[number];

const stateOf = ({ ended_at: ended, expires_at: expires }: Session): 'ended' | 'expired' | 'open' => {
  if (ended !== null) return 'ended';
  return Date.parse(expires) < Date.now() ? 'expired' : 'open';
};

interface SessionsDialogProps {
  user: User;
  isSelf: boolean;
  onClose: () => void;
}

/** The sessions of a person, as the service still knows them, and a way to end them. */
export const SessionsDialog = ({ user: { id, name, email }, isSelf, onClose }: SessionsDialogProps) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const saidOf = { open: t`Open`, ended: t`Ended`, expired: t`Expired` };
  const queryKey = ['sessions', id];
  const sessions = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await service.compliance.subjectData('user', id, { section: 'sessions', limit: 100 }, { signal }).page())
        .sessions ?? [],
    // Each look is an entry of the audit log.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const end = useMutation({
    mutationFn: () => service.users.endSessions(id),
    onSuccess: ({ ended_sessions: ended }) => {
      setIsAsked(false);
      const endedAt = new Date().toISOString();
      queries.setQueryData<Session[]>(queryKey, (before) =>
        before?.map((one) => (ended.includes(one.id) ? { ...one, ended_at: endedAt } : one)),
      );
    },
  });
  const ask = () => {
    end.reset();
    setIsAsked(true);
  };
  const hasOpen = sessions.data?.some((one) => stateOf(one) === 'open') ?? false;
  return (
    <>
      <Dialog title={t`Sessions of ${name || email}`} onClose={onClose}>
        <p>
          <Trans>
            The audit log says that you looked. A session ends after 30 minutes of rest, or when the person signs out.
            Another role, a new password or the end of the account end all of them at once.
          </Trans>
        </p>
        {end.data && (
          <Notice kind="good">
            <p>
              <Plural
                value={end.data.ended_sessions.length}
                one="# session was ended."
                other="# sessions were ended."
              />
            </p>
          </Notice>
        )}
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
        <form method="dialog" className="row">
          <Button look="danger" isDisabled={!hasOpen} onClick={ask}>
            <Trans>End the sessions…</Trans>
          </Button>
          <CloseButton />
        </form>
      </Dialog>
      {isAsked && (
        <Confirmation
          title={t`End the sessions of ${name || email}?`}
          act={<Trans>End the sessions</Trans>}
          error={end.error}
          isBusy={end.isPending}
          onAct={() => end.mutate()}
          onClose={() => setIsAsked(false)}
        >
          <p>
            {isSelf ? (
              <Trans>Wherever else you are signed in, you are signed out at once. Here you stay.</Trans>
            ) : (
              <Trans>
                The person is signed out everywhere at once, and what was being typed may be lost. Password, role and
                keys stay: the person can sign in again. Who may know the password needs another one.
              </Trans>
            )}
          </p>
        </Confirmation>
      )}
    </>
  );
};
