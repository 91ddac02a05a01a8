import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Hold, HoldRequest } from '@transledger/sdk';
import { type FormEvent, useState } from 'react';
import { service } from '../../app/service';
import { resourceWords, subjectWords } from '../../app/words';
import { Button } from '../../ui/button';
import { Confirmation } from '../../ui/confirmation';
import { DataTable } from '../../ui/data-table';
import { Failure } from '../../ui/failure';
import { Field } from '../../ui/field';
import { Loaded } from '../../ui/loaded';
import { Time } from '../../ui/time';
import { Word } from '../../ui/word';

const holdsKey = ['holds'] as const;

type Kind = 'document' | 'glossary' | 'api_key' | 'user' | 'ip_address' | 'period';

interface Held {
  kind: Kind;
  id: string;
  start: string;
  end: string;
  reason: string;
}

const nothing: Held = { kind: 'document', id: '', start: '', end: '', reason: '' };

const requestOf = ({ kind, id, start, end, reason }: Held): HoldRequest => {
  if (kind === 'period') return { period: { start: `${start}T00:00:00Z`, end: `${end}T00:00:00Z` }, reason };
  if (kind === 'user' || kind === 'ip_address') return { subject: { type: kind, id: id.trim() }, reason };
  return { resource: kind, resource_id: id.trim(), reason };
};

const PlaceForm = () => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [held, setHeld] = useState(nothing);
  const change = (changes: Partial<Held>) => setHeld((before) => ({ ...before, ...changes }));
  const place = useMutation({
    mutationFn: () => service.holds.place(requestOf(held)),
    onSuccess: () => {
      setHeld({ ...nothing, kind: held.kind });
      return queries.invalidateQueries({ queryKey: holdsKey });
    },
  });
  const day = (name: 'start' | 'end', label: string) => (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          required
          value={held[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      )}
    </Field>
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!place.isPending) place.mutate();
  };
  return (
    <form onSubmit={submit} aria-label={t`Place a hold`}>
      <div className="filters">
        <Field label={t`What is held`}>
          {(control) => (
            <select {...control} value={held.kind} onChange={({ target }) => change({ kind: target.value as Kind })}>
              <option value="document">{t`A document`}</option>
              <option value="glossary">{t`A glossary`}</option>
              <option value="api_key">{t`A key`}</option>
              <option value="user">{t`All of a person`}</option>
              <option value="ip_address">{t`All of an address`}</option>
              <option value="period">{t`All of a period`}</option>
            </select>
          )}
        </Field>
        {held.kind === 'period' ? (
          <>
            {day('start', t`From (UTC)`)}
            {day('end', t`Before (UTC)`)}
          </>
        ) : (
          <Field label={held.kind === 'ip_address' ? t`Address` : t`Its id`}>
            {(control) => (
              <input
                {...control}
                required
                value={held.id}
                onChange={({ target }) => change({ id: target.value })}
                autoComplete="off"
              />
            )}
          </Field>
        )}
        <Field label={t`Reason`}>
          {(control) => (
            <input
              {...control}
              required
              maxLength={500}
              value={held.reason}
              onChange={({ target }) => change({ reason: target.value })}
            />
          )}
        </Field>
        <div className="field">
          <Button type="submit" isBusy={place.isPending}>
            <Trans>Place the hold</Trans>
          </Button>
        </div>
      </div>
      {place.error && <Failure error={place.error} />}
    </form>
  );
};

const LiftAction = ({ hold }: { hold: Hold }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const lift = useMutation({
    mutationFn: () => service.holds.lift(hold.id),
    onSuccess: () => {
      setIsAsked(false);
      return queries.invalidateQueries({ queryKey: holdsKey });
    },
  });
  return (
    <>
      <Button look="quiet" onClick={() => setIsAsked(true)} aria-label={t`Lift the hold ${hold.id}`}>
        <Trans>Lift</Trans>
      </Button>
      {isAsked && (
        <Confirmation
          title={t`Lift the hold?`}
          act={<Trans>Lift</Trans>}
          error={lift.error}
          isBusy={lift.isPending}
          onAct={() => lift.mutate()}
          onClose={() => setIsAsked(false)}
        >
          <p>
            <Trans>
              What was held can be deleted and erased again, and what has outlived its retention is deleted at the next
              sweep.
            </Trans>
          </p>
        </Confirmation>
      )}
    </>
  );
};

/** A day where a moment is its beginning. */
const dayOf = (moment: string): string => moment.replace(/T00:00:00(?:\.000)?Z$/, '');

const whatOf = ({ resource, resource_id: id, subject, period }: Hold): string => {
  if (resource !== null) return `${resource} ${id}`;
  if (subject !== null) return `${subject.type} ${subject.id}`;
  return period === null ? '–' : `${dayOf(period.start)} – ${dayOf(period.end)}`;
};

/** The same in words. */
const What = ({ hold }: { hold: Hold }) => {
  const { resource, resource_id: id, subject } = hold;
  if (resource !== null)
    return (
      <>
        <Word of={resourceWords} code={resource} /> {id}
      </>
    );
  if (subject === null) return whatOf(hold);
  return (
    <>
      <Word of={subjectWords} code={subject.type} /> {subject.id}
    </>
  );
};

/** Legal holds: what is kept, by whose word, and why. */
export const HoldsPart = ({ mayChange }: { mayChange: boolean }) => {
  const { t } = useLingui();
  const holds = useQuery({
    queryKey: holdsKey,
    queryFn: ({ signal }) => service.holds.list({}, { signal }).first(1_000),
  });
  return (
    <section>
      <h2>
        <Trans>Legal holds</Trans>
      </h2>
      <p>
        <Trans>What is held is neither deleted nor erased, whoever asks, until the hold is lifted.</Trans>
      </p>
      {mayChange && <PlaceForm />}
      <Loaded query={holds}>
        {(rows) => (
          <DataTable
            caption={t`Legal holds`}
            rows={rows}
            keyOf={({ id }) => id}
            empty={
              <p>
                <Trans>Nothing is held.</Trans>
              </p>
            }
            columns={[
              { name: t`What`, cell: (hold) => <What hold={hold} />, text: whatOf },
              { name: t`Reason`, cell: ({ reason }) => reason, text: ({ reason }) => reason },
              { name: t`Placed`, cell: (hold) => <Time at={hold.placed_at} />, text: (hold) => hold.placed_at },
              { name: t`Lifted`, cell: (hold) => <Time at={hold.lifted_at} />, text: (hold) => hold.lifted_at ?? '' },
              {
                name: t`Change`,
                cell: (hold) => (mayChange && hold.lifted_at === null ? <LiftAction hold={hold} /> : null),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
};
