import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ApiKey } from '@transledger/sdk';
import { type FormEvent, useState } from 'react';
import { nameOf } from '../../app/people';
import { service } from '../../app/service';
import { useSession } from '../../app/session';
import { keyStateWords } from '../../app/words';
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
import { Word } from '../../ui/word';

const keysKey = ['api-keys'] as const;

/** A key in clear text, which is shown here alone. */
const NewKey = ({ value }: { value: string }) => (
  <Notice kind="good">
    <p>
      <Trans>Keep the key now: it is not shown again, and nobody can read it.</Trans>
    </p>
    <p className="fixed">{value}</p>
    <CopyButton text={value} />
  </Notice>
);

const CreatePart = () => {
  const { t } = useLingui();
  const { scopes } = useSession();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<ApiKey['scopes']>(['translate', 'detect', 'languages']);
  const [expires, setExpires] = useState('');
  const create = useMutation({
    mutationFn: () =>
      service.apiKeys.create({ name, scopes: chosen, ...(expires !== '' && { expires_at: `${expires}T00:00:00Z` }) }),
    onSuccess: () => {
      setName('');
      return queries.invalidateQueries({ queryKey: keysKey });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!create.isPending && chosen.length > 0) create.mutate();
  };
  return (
    <section>
      <h2>
        <Trans>A new key</Trans>
      </h2>
      <form onSubmit={submit}>
        <div className="filters">
          <Field label={t`Name`} hint={t`What will use it, so that the audit log says so.`}>
            {(control) => (
              <input
                {...control}
                required
                maxLength={200}
                value={name}
                onChange={({ target }) => setName(target.value)}
                autoComplete="off"
              />
            )}
          </Field>
          <Field label={t`Ends (UTC)`} hint={t`Empty: never`}>
            {(control) => (
              <input {...control} type="date" value={expires} onChange={({ target }) => setExpires(target.value)} />
            )}
          </Field>
        </div>
        <fieldset>
          <legend>
            <Trans>What it may do</Trans>
          </legend>
          <div className="filters">
            {scopes.map((scope) => (
              <label key={scope} className="choice">
                <input
                  type="checkbox"
                  checked={chosen.includes(scope)}
                  onChange={({ target }) =>
                    setChosen((before) =>
                      target.checked ? [...before, scope] : before.filter((other) => other !== scope),
                    )
                  }
                />
                <code>{scope}</code>
              </label>
            ))}
          </div>
        </fieldset>
        <p />
        <Button type="submit" look="main" isBusy={create.isPending} isDisabled={chosen.length === 0}>
          <Trans>Make the key</Trans>
        </Button>
        {create.error && <Failure error={create.error} />}
      </form>
      {create.data && <NewKey value={create.data.key} />}
    </section>
  );
};

const KeyActions = ({ apiKey }: { apiKey: ApiKey }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const refresh = () => queries.invalidateQueries({ queryKey: keysKey });
  const rotate = useMutation({ mutationFn: () => service.apiKeys.rotate(apiKey.id), onSuccess: refresh });
  const revoke = useMutation({
    mutationFn: () => service.apiKeys.revoke(apiKey.id),
    onSuccess: () => {
      setIsAsked(false);
      return refresh();
    },
  });
  if (apiKey.status !== 'active') return null;
  return (
    <>
      <div className="row">
        <Button isBusy={rotate.isPending} onClick={() => rotate.mutate()} aria-label={t`Rotate ${apiKey.name}`}>
          <Trans>Rotate</Trans>
        </Button>
        <Button look="quiet" onClick={() => setIsAsked(true)} aria-label={t`Revoke ${apiKey.name}`}>
          <Trans>Revoke</Trans>
        </Button>
      </div>
      {rotate.error && <Failure error={rotate.error} />}
      {rotate.data && <NewKey value={rotate.data.key} />}
      {isAsked && (
        <Confirmation
          title={t`Revoke ${apiKey.name}?`}
          act={<Trans>Revoke</Trans>}
          error={revoke.error}
          isBusy={revoke.isPending}
          onAct={() => revoke.mutate()}
          onClose={() => setIsAsked(false)}
        >
          <p>
            <Trans>Whatever uses the key is refused from now on. A revoked key does not come back.</Trans>
          </p>
        </Confirmation>
      )}
    </>
  );
};

const KeysScreen = () => {
  const { t } = useLingui();
  const { scopes } = useSession();
  const users = useQuery({
    queryKey: ['users'],
    queryFn: ({ signal }) => service.users.list({}, { signal }).first(1_000),
    enabled: scopes.includes('organization:manage'),
  });
  const people = Object.fromEntries((users.data ?? []).map((user) => [user.id, user]));
  const keys = useQuery({
    queryKey: keysKey,
    queryFn: ({ signal }) => service.apiKeys.list({ limit: 1_000 }, { signal }).page(),
  });
  return (
    <Screen title={t`API keys`}>
      <CreatePart />
      <h2>
        <Trans>Keys</Trans>
      </h2>
      <Loaded query={keys}>
        {({ api_keys: rows }) => (
          <DataTable
            caption={t`API keys, newest first`}
            rows={rows}
            keyOf={({ id }) => id}
            empty={
              <p>
                <Trans>There is no key.</Trans>
              </p>
            }
            columns={[
              { name: t`Name`, cell: ({ name }) => name, text: ({ name }) => name },
              {
                name: t`Owner`,
                cell: ({ owner }) => nameOf(owner.user_id, people),
                text: ({ owner }) => nameOf(owner.user_id, people),
              },
              {
                name: t`May do`,
                cell: ({ scopes }) => <span className="soft">{scopes.join(', ')}</span>,
                text: ({ scopes }) => scopes.join(' '),
              },
              {
                name: t`Last used`,
                cell: (key) => <Time at={key.last_used_at} />,
                text: (key) => key.last_used_at ?? '',
              },
              { name: t`Ends`, cell: (key) => <Time at={key.expires_at} />, text: (key) => key.expires_at ?? '' },
              {
                name: t`State`,
                cell: ({ status }) => (
                  <span className={`badge ${status === 'active' ? 'badge-good' : ''}`}>
                    <Word of={keyStateWords} code={status} />
                  </span>
                ),
                text: ({ status }) => status,
              },
              { name: t`Change`, cell: (key) => <KeyActions apiKey={key} /> },
            ]}
          />
        )}
      </Loaded>
    </Screen>
  );
};

export default KeysScreen;
