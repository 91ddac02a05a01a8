import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ErasureRequest, User } from '@transledger/sdk';
import { type FormEvent, useState } from 'react';
import { useFilters } from '../../app/search-parameters';
import { service } from '../../app/service';
import { erasureStateWords } from '../../app/words';
import { Button } from '../../ui/button';
import { Confirmation } from '../../ui/confirmation';
import { DataTable } from '../../ui/data-table';
import { Field } from '../../ui/field';
import { Loaded } from '../../ui/loaded';
import { saveFile } from '../../ui/save-file';
import { Time } from '../../ui/time';
import { Word } from '../../ui/word';
import { Requirements, usePeople } from './requirements';

const erasuresKey = ['erasures'] as const;
const lookMs = 2_000;
const sections = ['account', 'entries', 'documents', 'api_keys', 'holds', 'sessions', 'exports'] as const;

type Subject = ErasureRequest['subject'];

/** Everything that is kept about a person or an address, section by section, as one file. */
const collected = async ({ type, id }: Subject): Promise<Blob> => {
  const found: Record<string, object[]> = {};
  for (const section of sections) {
    found[section] = [];
    for await (const item of service.compliance.subjectData(type, id, { section })) found[section].push(item);
  }
  return new Blob([JSON.stringify({ subject: { type, id }, ...found }, null, 2)], { type: 'application/json' });
};

/** The id of whoever has the e-mail address; anything else is an id already. */
const idOf = (typed: string, people: readonly User[] | undefined): string =>
  people?.find(({ email }) => email !== '' && email.toLowerCase() === typed.toLowerCase())?.id ?? typed;

const SubjectForm = () => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [type, setType] = useState<Subject['type']>('user');
  const [filters] = useFilters(['subject']);
  const [id, setId] = useState(filters.subject);
  const people = usePeople();
  const [reason, setReason] = useState('');
  const [asked, setAsked] = useState<'access' | 'erasure'>();
  const subject = { type, id: type === 'user' ? idOf(id.trim(), people.data) : id.trim() };
  const access = useMutation({
    mutationFn: async () => saveFile(await collected(subject), `data-of-${subject.id.replace(/[^\w.-]/g, '_')}.json`),
    onSuccess: () => setAsked(undefined),
  });
  const erase = useMutation({
    mutationFn: () => service.compliance.erase({ subject, reason }),
    onSuccess: () => {
      setAsked(undefined);
      return queries.invalidateQueries({ queryKey: erasuresKey });
    },
  });
  const collect = () => {
    access.reset();
    setAsked('access');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    erase.reset();
    setAsked('erasure');
  };
  return (
    <form onSubmit={submit} aria-label={t`A person's data`}>
      <div className="filters">
        <Field label={t`Whose data`}>
          {(control) => (
            <select {...control} value={type} onChange={({ target }) => setType(target.value as Subject['type'])}>
              <option value="user">{t`A person's`}</option>
              <option value="ip_address">{t`An IP address's`}</option>
            </select>
          )}
        </Field>
        <Field
          label={type === 'user' ? t`Id of the person` : t`IP address`}
          hint={
            type === 'user'
              ? t`Or the e-mail address, while there is an account.`
              : t`Of the network, such as 192.0.2.7.`
          }
        >
          {(control) => (
            <input
              {...control}
              required
              value={id}
              onChange={({ target }) => setId(target.value)}
              list={type === 'user' ? 'people' : undefined}
              autoComplete="off"
            />
          )}
        </Field>
        <datalist id="people">
          {people.data?.map((user) => (
            <option key={user.id} value={user.id}>
              {user.name || user.email}
            </option>
          ))}
        </datalist>
        <Field label={t`Reason of an erasure`}>
          {(control) => (
            <input
              {...control}
              required
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      </div>
      <div className="row">
        <Button isDisabled={subject.id === ''} onClick={collect}>
          <Trans>Collect the data…</Trans>
        </Button>
        <Button type="submit" look="danger">
          <Trans>Erase…</Trans>
        </Button>
      </div>
      {asked === 'access' && (
        <Confirmation
          title={t`Collect the data of ${subject.id}?`}
          act={<Trans>Collect the data</Trans>}
          error={access.error}
          isBusy={access.isPending}
          onAct={() => access.mutate()}
          onClose={() => setAsked(undefined)}
        >
          <p>
            <Trans>
              Everything that is kept about them is read and saved as one file: name, addresses, entries, documents,
              keys and sessions. The audit log says, in your name, that you read it. Whoever has the file has the data.
            </Trans>
          </p>
        </Confirmation>
      )}
      {asked === 'erasure' && (
        <Confirmation
          title={t`Erase the data of ${subject.id}?`}
          act={<Trans>Erase for ever</Trans>}
          word={subject.id}
          error={erase.error}
          isBusy={erase.isPending}
          onAct={() => erase.mutate()}
          onClose={() => setAsked(undefined)}
        >
          <Requirements subject={subject} />
          <p>
            <Trans>
              The keys of the data are destroyed then: name, addresses and agent of the person can be read nowhere any
              more, not in backups either. The entries stay, and their proofs hold.
            </Trans>
          </p>
        </Confirmation>
      )}
    </form>
  );
};

/** Requests of people about their data: to have it, or to have it erased. */
export const ErasuresPart = ({ mayChange }: { mayChange: boolean }) => {
  const { t, i18n } = useLingui();
  const erasures = useQuery({
    queryKey: erasuresKey,
    queryFn: ({ signal }) => service.compliance.erasures({}, { signal }).first(1_000),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? lookMs : false),
  });
  return (
    <section>
      <h2>
        <Trans>Access and erasure</Trans>
      </h2>
      {mayChange && <SubjectForm />}
      <Loaded query={erasures}>
        {(rows) => (
          <DataTable
            caption={t`Erasures`}
            rows={rows}
            keyOf={({ id }) => id}
            empty={
              <p>
                <Trans>Nobody was erased.</Trans>
              </p>
            }
            columns={[
              { name: t`Erasure`, cell: ({ id }) => <span className="fixed">{id}</span>, text: ({ id }) => id },
              {
                name: t`State`,
                cell: ({ status }) => (
                  <span
                    className={`badge ${status === 'completed' ? 'badge-good' : status === 'failed' ? 'badge-bad' : ''}`}
                  >
                    <Word of={erasureStateWords} code={status} />
                  </span>
                ),
                text: ({ status }) => status,
              },
              {
                name: t`Entries`,
                cell: ({ entries_affected: entries }) => (entries === null ? '–' : i18n.number(entries)),
                text: ({ entries_affected: entries }) => String(entries ?? ''),
              },
              {
                name: t`Exports that may name the person`,
                cell: ({ exports }) => i18n.number(exports.count),
                text: ({ exports }) => String(exports.count),
              },
              {
                name: t`Asked`,
                cell: (erasure) => <Time at={erasure.requested_at} />,
                text: (erasure) => erasure.requested_at,
              },
              {
                name: t`Completed`,
                cell: (erasure) => <Time at={erasure.completed_at} />,
                text: (erasure) => erasure.completed_at ?? '',
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
};
