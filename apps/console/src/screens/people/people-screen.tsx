import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { InvitedUser, User } from '@transledger/sdk';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { service } from '../../app/service';
import { useSession } from '../../app/session';
import { roleWords, userStateWords } from '../../app/words';
import { Button } from '../../ui/button';
import { Confirmation } from '../../ui/confirmation';
import { CopyButton } from '../../ui/copy-button';
import { DataTable } from '../../ui/data-table';
import { Failure } from '../../ui/failure';
import { Field } from '../../ui/field';
import { Loaded } from '../../ui/loaded';
import { Notice } from '../../ui/notice';
import { Screen } from '../../ui/screen';
import { Time } from '../../ui/time';
import { Word, WordOptions } from '../../ui/word';
import { SessionsDialog } from './sessions-dialog';

type Role = User['role'];

const usersKey = ['users'] as const;

const RoleField = ({ value, onChange }: { value: Role; onChange: (role: Role) => void }) => {
  const { t } = useLingui();
  const saidOf: Record<Role, string> = {
    owner: t`Everything`,
    developer: t`Texts, documents, glossaries, webhooks`,
    translator: t`Texts, own documents, glossaries`,
    compliance: t`Audit log, reports, certifications`,
    auditor: t`Reads the audit log and reports`,
  };
  return (
    <Field label={t`Role`} hint={saidOf[value]}>
      {(control) => (
        <select {...control} value={value} onChange={({ target }) => onChange(target.value as Role)}>
          <WordOptions of={roleWords} />
        </select>
      )}
    </Field>
  );
};

/** A link that was made, which is shown here alone. */
const InviteLink = ({ invited }: { invited: InvitedUser }) => (
  <Notice kind="good">
    <p>
      <Trans>
        No mail is sent: hand this link to {invited.email} yourself. It works once, until{' '}
        <Time at={invited.invite_expires_at} />, and is not shown again.
      </Trans>
    </p>
    <p className="fixed">{invited.invite_url}</p>
    <CopyButton text={invited.invite_url ?? ''} />
  </Notice>
);

/** Another link for a person who has not come; the last one holds no more. */
const NewLinkAction = ({ user, onLink }: { user: User; onLink: (invited: InvitedUser) => void }) => {
  const { email, name, role } = user;
  const { t } = useLingui();
  const queries = useQueryClient();
  const invite = useMutation({
    mutationFn: () => service.users.invite({ email, role, ...(name !== '' && { name }) }),
    onSuccess: (invited) => {
      onLink(invited);
      return queries.invalidateQueries({ queryKey: usersKey });
    },
  });
  return (
    <>
      <Button
        look="quiet"
        isBusy={invite.isPending}
        onClick={() => invite.mutate()}
        aria-label={t`New link for ${email}`}
      >
        <Trans>New link</Trans>
      </Button>
      {invite.error && <Failure error={invite.error} />}
    </>
  );
};

/** Invites a person, and shows the link, which is shown once: no mail is sent. */
const InvitePart = () => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [email, setEmail] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('translator');
  const invite = useMutation({
    mutationFn: () => service.users.invite({ email, role, ...(name !== '' && { name }) }),
    onSuccess: () => {
      setEmail('');
      setName('');
      return queries.invalidateQueries({ queryKey: usersKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!invite.isPending) invite.mutate();
  };
  return (
    <section>
      <h2>
        <Trans>Invite a person</Trans>
      </h2>
      <form onSubmit={submit}>
        <div className="filters">
          <Field label={t`E-mail address`}>
            {(control) => (
              <input
                {...control}
                type="email"
                required
                maxLength={254}
                value={email}
                onChange={({ target }) => setEmail(target.value)}
                autoComplete="off"
              />
            )}
          </Field>
          <Field label={t`Name`}>
            {(control) => (
              <input
                {...control}
                maxLength={200}
                value={name}
                onChange={({ target }) => setName(target.value)}
                autoComplete="off"
              />
            )}
          </Field>
          <RoleField value={role} onChange={setRole} />
          <div className="field">
            <Button type="submit" look="main" isBusy={invite.isPending}>
              <Trans>Make the link</Trans>
            </Button>
          </div>
        </div>
        {invite.error && <Failure error={invite.error} />}
      </form>
      {invite.data && <InviteLink invited={invite.data} />}
    </section>
  );
};

interface UserActionsProps {
  user: User;
  isSelf: boolean;
  onSessions: () => void;
  onLink: (invited: InvitedUser) => void;
  onDeleted: () => void;
}

const UserActions = ({ user, isSelf, onSessions, onLink, onDeleted }: UserActionsProps) => {
  const { t, i18n } = useLingui();
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const [newRole, setNewRole] = useState<Role>();
  const refresh = () => queries.invalidateQueries({ queryKey: usersKey });
  const change = useMutation({
    mutationFn: (role: Role) => service.users.update(user.id, { role }),
    onSuccess: () => {
      setNewRole(undefined);
      return refresh();
    },
  });
  const chooseRole = (role: Role) => {
    change.reset();
    setNewRole(role);
  };
  const remove = useMutation({
    mutationFn: () => service.users.delete(user.id, { keys: 'revoke' }),
    onSuccess: () => {
      setIsAsked(false);
      onDeleted();
      return refresh();
    },
  });
  const sessions = (
    <Button look="quiet" onClick={onSessions} aria-label={t`Sessions of ${user.email}`}>
      <Trans>Sessions</Trans>
    </Button>
  );
  if (user.status === 'named') return null;
  if (isSelf) return sessions;
  return (
    <>
      <div className="row">
        <select
          className="own-width"
          aria-label={t`Role of ${user.email}`}
          value={user.role}
          onChange={({ target }) => chooseRole(target.value as Role)}
        >
          <WordOptions of={roleWords} />
        </select>
        {sessions}
        <Button look="quiet" onClick={() => setIsAsked(true)} aria-label={t`Delete ${user.email}`}>
          <Trans>Delete</Trans>
        </Button>
        {user.status === 'invited' && <NewLinkAction user={user} onLink={onLink} />}
      </div>
      {newRole && (
        <Confirmation
          title={t`Another role for ${user.email}: ${i18n._(roleWords[newRole])}?`}
          act={<Trans>Change the role</Trans>}
          error={change.error}
          isBusy={change.isPending}
          onAct={() => change.mutate(newRole)}
          onClose={() => setNewRole(undefined)}
        >
          <p>
            <Trans>
              The person's sessions end at once, and those of their keys that may do more than the role are revoked. A
              revoked key does not come back.
            </Trans>
          </p>
        </Confirmation>
      )}
      {isAsked && (
        <Confirmation
          title={t`Delete ${user.email}?`}
          act={<Trans>Delete</Trans>}
          error={remove.error}
          isBusy={remove.isPending}
          onAct={() => remove.mutate()}
          onClose={() => setIsAsked(false)}
        >
          <p>
            <Trans>
              The account and its sessions end at once, and the keys that are the person's are revoked. What the person
              did stays in the audit log; an erasure, on the compliance screen, takes name and address out of it.
            </Trans>
          </p>
        </Confirmation>
      )}
    </>
  );
};

const PeopleScreen = () => {
  const { t } = useLingui();
  const session = useSession();
  const [watched, setWatched] = useState<User>();
  const [linked, setLinked] = useState<InvitedUser>();
  const [deleted, setDeleted] = useState<User>();
  const users = useQuery({
    queryKey: usersKey,
    queryFn: ({ signal }) => service.users.list({}, { signal }).first(1_000),
  });
  return (
    <Screen title={t`People`}>
      <InvitePart />
      <h2>
        <Trans>People of {session.organization.name}</Trans>
      </h2>
      {linked && <InviteLink invited={linked} />}
      {deleted && (
        <Notice kind="good">
          <p>
            <Trans>
              The account of {deleted.name || deleted.email} is deleted. Name and address stay in the audit log until{' '}
              <Link href={`/compliance?subject=${deleted.id}`}>they are erased</Link>.
            </Trans>
          </p>
        </Notice>
      )}
      <Loaded query={users}>
        {(rows) => (
          <DataTable
            caption={t`People`}
            rows={rows}
            keyOf={({ id }) => id}
            empty={null}
            columns={[
              { name: t`Name`, cell: ({ name }) => name || '–', text: ({ name }) => name },
              { name: t`E-mail address`, cell: ({ email }) => email || '–', text: ({ email }) => email },
              { name: t`Role`, cell: ({ role }) => <Word of={roleWords} code={role} />, text: ({ role }) => role },
              {
                name: t`State`,
                cell: ({ status, invite_expires_at: until }) => (
                  <>
                    <span className={`badge ${status === 'active' ? 'badge-good' : ''}`}>
                      <Word of={userStateWords} code={status} />
                    </span>
                    {status === 'invited' && until && (
                      <span className="hint">
                        {' '}
                        <Trans>
                          until <Time at={until} />
                        </Trans>
                      </span>
                    )}
                  </>
                ),
                text: ({ status }) => status,
              },
              {
                name: t`Change`,
                cell: (user) => (
                  <UserActions
                    user={user}
                    isSelf={user.id === session.user.id}
                    onSessions={() => setWatched(user)}
                    onLink={setLinked}
                    onDeleted={() => setDeleted(user)}
                  />
                ),
              },
            ]}
          />
        )}
      </Loaded>
      {watched && (
        <SessionsDialog user={watched} isSelf={watched.id === session.user.id} onClose={() => setWatched(undefined)} />
      )}
    </Screen>
  );
};

export default PeopleScreen;
