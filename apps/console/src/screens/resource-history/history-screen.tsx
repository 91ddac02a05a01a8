import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { History, HistoryEvent, People } from '@transledger/sdk';
import { type FormEvent, useState } from 'react';
import { nameOf } from '../../app/people';
import { useFilters } from '../../app/search-parameters';
import { service } from '../../app/service';
import { resourceWords } from '../../app/words';
import { Button } from '../../ui/button';
import { Fact } from '../../ui/fact';
import { Failure } from '../../ui/failure';
import { Field } from '../../ui/field';
import { Screen } from '../../ui/screen';
import { Time } from '../../ui/time';
import { differencesOf } from './differences';

const resources: readonly History['resource'][] = [
  'document',
  'api_key',
  'glossary',
  'webhook',
  'organization',
  'report',
  'user',
];

const shown = (value: unknown): string =>
  value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

/** What one moment has that another has not. */
const DifferencePart = ({ before, after }: { before: HistoryEvent['state']; after: HistoryEvent['state'] }) => {
  const { t } = useLingui();
  const differences = differencesOf(before, after);
  if (differences.length === 0)
    return (
      <p className="soft">
        <Trans>Nothing that is shown changed.</Trans>
      </p>
    );
  return (
    <table>
      <caption className="visually-hidden">{t`What changed`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Field`}</th>
          <th scope="col">{t`Before`}</th>
          <th scope="col">{t`After`}</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ path, before: was, after: is }) => (
          <tr key={path}>
            <th scope="row">{path}</th>
            <td className="fixed">{shown(was)}</td>
            <td className="fixed">{shown(is)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

interface HistoryPartProps {
  resource: History['resource'];
  id: string;
  asOf: string;
  /** Numbers of the two events between which differences are shown; empty while none is chosen. */
  from: string;
  to: string;
  onChoose: (chosen: { from?: string; to?: string }) => void;
}

const HistoryPart = ({ resource, id, asOf, from, to, onChoose }: HistoryPartProps) => {
  const { t } = useLingui();
  const history = useInfiniteQuery({
    queryKey: ['history', resource, id, asOf],
    queryFn: ({ pageParam, signal }) =>
      service.compliance
        .history(
          resource,
          id,
          { limit: 200, ...(asOf !== '' && { as_of: asOf }), ...(pageParam !== '' && { cursor: pageParam }) },
          { signal },
        )
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
  const { error } = history;
  const [data] = history.data?.pages ?? [];
  if (error) return <Failure error={error} onRetry={() => void history.refetch()} />;
  if (data === undefined)
    return (
      <p role="status">
        <Trans>Loading…</Trans>
      </p>
    );
  const events = history.data?.pages.flatMap((page) => page.events) ?? [];
  const people: People = Object.assign({}, ...(history.data?.pages ?? []).map((page) => page.people));
  const stateAt = (sequence: string) => events.find((event) => String(event.sequence) === sequence)?.state ?? null;
  return (
    <>
      <h2>
        <Trans>
          At <Time at={data.as_of} />
        </Trans>
      </h2>
      {data.state === null ? (
        <p>
          <Trans>It did not exist then.</Trans>
        </p>
      ) : (
        <dl>
          {Object.entries(data.state).map(([name, value]) => (
            <Fact key={name} name={name} isFixed>
              {shown(value)}
            </Fact>
          ))}
        </dl>
      )}
      <h2>
        <Trans>Events</Trans>
      </h2>
      <p className="hint">
        <Trans>Choose two of them to see what changed between.</Trans>
      </p>
      <div className="scroll">
        <table>
          <caption className="visually-hidden">{t`Events`}</caption>
          <thead>
            <tr>
              <th scope="col">{t`From`}</th>
              <th scope="col">{t`To`}</th>
              <th scope="col">{t`Time`}</th>
              <th scope="col">{t`Event`}</th>
              <th scope="col">{t`Who`}</th>
            </tr>
          </thead>
          <tbody>
            {events.map((event) => (
              <tr key={event.sequence}>
                <td>
                  <input
                    type="radio"
                    name="from"
                    aria-label={t`From event ${event.sequence}`}
                    checked={from === String(event.sequence)}
                    onChange={() => onChoose({ from: String(event.sequence) })}
                  />
                </td>
                <td>
                  <input
                    type="radio"
                    name="to"
                    aria-label={t`To event ${event.sequence}`}
                    checked={to === String(event.sequence)}
                    onChange={() => onChoose({ to: String(event.sequence) })}
                  />
                </td>
                <td>
                  <Time at={event.timestamp} />
                </td>
                <td>{event.type}</td>
                <td>{nameOf(event.user_id, people)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {history.hasNextPage && (
        <p>
          <Button isBusy={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
            <Trans>More events</Trans>
          </Button>
        </p>
      )}
      {from !== '' && to !== '' && <DifferencePart before={stateAt(from)} after={stateAt(to)} />}
    </>
  );
};

const HistoryScreen = () => {
  const { t, i18n } = useLingui();
  const [filters, setFilters] = useFilters(['resource', 'id', 'as_of', 'from', 'to']);
  const resource = resources.find((name) => name === filters.resource) ?? 'document';
  const [chosen, setChosen] = useState(resource);
  const [id, setId] = useState(filters.id);
  const [asOf, setAsOf] = useState(filters.as_of);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setFilters({ resource: chosen, id: id.trim(), as_of: asOf, from: '', to: '' });
  };
  return (
    <Screen title={t`History`}>
      <p>
        <Trans>What something was at any moment, and who made it so.</Trans>
      </p>
      <form className="filters" onSubmit={submit}>
        <Field label={t`Kind of thing`}>
          {(control) => (
            <select {...control} value={chosen} onChange={({ target }) => setChosen(target.value as typeof chosen)}>
              {resources.map((name) => (
                <option key={name} value={name}>
                  {i18n._(resourceWords[name])}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t`Id`}>
          {(control) => (
            <input {...control} required value={id} onChange={({ target }) => setId(target.value)} autoComplete="off" />
          )}
        </Field>
        <Field label={t`At (UTC)`} hint={t`Empty: now`}>
          {(control) => (
            <input
              {...control}
              type="datetime-local"
              step="1"
              value={asOf.replace('Z', '')}
              onChange={({ target }) => setAsOf(target.value === '' ? '' : `${target.value}Z`)}
            />
          )}
        </Field>
        <div className="field">
          <Button type="submit" look="main">
            <Trans>Show</Trans>
          </Button>
        </div>
      </form>
      {filters.id !== '' && (
        <HistoryPart
          key={`${resource} ${filters.id} ${filters.as_of}`}
          resource={resource}
          id={filters.id}
          asOf={filters.as_of}
          from={filters.from}
          to={filters.to}
          onChoose={setFilters}
        />
      )}
    </Screen>
  );
};

export default HistoryScreen;
