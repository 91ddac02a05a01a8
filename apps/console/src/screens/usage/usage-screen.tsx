import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Usage } from '@transledger/sdk';
import { nameOf } from '../../app/people';
import { useFilters } from '../../app/search-parameters';
import { service } from '../../app/service';
import { DataTable } from '../../ui/data-table';
import { Field } from '../../ui/field';
import { Loaded } from '../../ui/loaded';
import { Screen } from '../../ui/screen';
import { DayPlot } from './day-plot';

type UsageOf<Part extends 'by_day' | 'by_user' | 'by_language_pair'> = Usage[Part][number];

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const daysAgo = (days: number): string => dayOf(new Date(Date.now() - days * 86_400_000));

const UsageScreen = () => {
  const { t, i18n } = useLingui();
  const [filters, setFilters] = useFilters(['start', 'end']);
  const start = filters.start || daysAgo(29);
  const end = filters.end || dayOf(new Date());
  const usage = useQuery({
    queryKey: ['usage', start, end],
    queryFn: ({ signal }) => service.usage({ start, end }, { signal }),
  });
  const counts = {
    requests: { name: t`Requests`, of: (row: { requests: number }) => row.requests },
    characters: { name: t`Characters`, of: (row: { characters: number }) => row.characters },
  };
  const columnsOf = <Row extends { requests: number; characters: number }>(
    name: string,
    label: (row: Row) => string,
  ) => [
    { name, cell: label, text: label },
    ...Object.values(counts).map((count) => ({
      name: count.name,
      cell: (row: Row) => i18n.number(count.of(row)),
      text: (row: Row) => String(count.of(row)),
    })),
  ];
  const none = (
    <p>
      <Trans>Nothing was translated in these days.</Trans>
    </p>
  );
  return (
    <Screen title={t`Usage`}>
      <div className="filters">
        <Field label={t`First day (UTC)`}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={start}
              onChange={({ target }) => setFilters({ start: target.value })}
            />
          )}
        </Field>
        <Field label={t`Last day (UTC)`}>
          {(control) => (
            <input {...control} type="date" value={end} onChange={({ target }) => setFilters({ end: target.value })} />
          )}
        </Field>
      </div>
      <Loaded query={usage}>
        {(found) => (
          <>
            <dl>
              <dt>
                <Trans>Requests</Trans>
              </dt>
              <dd>{i18n.number(found.requests)}</dd>
              <dt>
                <Trans>Characters</Trans>
              </dt>
              <dd>
                {i18n.number(found.characters.used)}
                {found.characters.limit !== null && <Trans> of {i18n.number(found.characters.limit)}</Trans>}
              </dd>
            </dl>
            <h2>
              <Trans>By day</Trans>
            </h2>
            <DayPlot days={found.by_day} start={start} end={end} />
            <DataTable
              caption={t`By day`}
              rows={found.by_day}
              keyOf={({ date }) => date}
              empty={none}
              columns={columnsOf<UsageOf<'by_day'>>(t`Day`, ({ date }) => date)}
            />
            <h2>
              <Trans>By person</Trans>
            </h2>
            <DataTable
              caption={t`By person`}
              rows={found.by_user}
              keyOf={({ user_id: id }) => id}
              empty={none}
              columns={columnsOf<UsageOf<'by_user'>>(t`Person`, ({ user_id: id }) => nameOf(id, found.people))}
            />
            <h2>
              <Trans>By language pair</Trans>
            </h2>
            <DataTable
              caption={t`By language pair`}
              rows={found.by_language_pair}
              keyOf={({ source_language: from, target_language: to }) => `${from} ${to}`}
              empty={none}
              columns={columnsOf<UsageOf<'by_language_pair'>>(
                t`Languages`,
                ({ source_language: from, target_language: to }) => `${from} → ${to}`,
              )}
            />
          </>
        )}
      </Loaded>
    </Screen>
  );
};

export default UsageScreen;
