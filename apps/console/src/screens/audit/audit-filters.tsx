import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { actionWords, resourceWords, resultWords } from '../../app/words';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { WordOptions, type Words } from '../../ui/word';
import type { Filters } from './use-audit-log';

interface AuditFiltersProps {
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
}

const typedMs = 400;

/** A field whose value is taken after a rest, so that typing asks nothing at every letter. */
const TypedFilter = ({
  value,
  onChange,
  ...control
}: {
  id: string;
  value: string;
  onChange: (value: string) => void;
}) => {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => onChange(typed.trim()), typedMs);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  return <input {...control} value={typed} onChange={({ target }) => setTyped(target.value)} autoComplete="off" />;
};

/** The filters of the list, which stand in the address. */
export const AuditFilters = ({ filters, onChange }: AuditFiltersProps) => {
  const { t } = useLingui();
  const choice = (name: 'action' | 'result' | 'resource', label: string, words: Words) => (
    <Field label={label}>
      {(control) => (
        <select {...control} value={filters[name]} onChange={({ target }) => onChange({ [name]: target.value })}>
          <option value="">{t`All`}</option>
          <WordOptions of={words} />
        </select>
      )}
    </Field>
  );
  const day = (name: 'start' | 'end', label: string) => (
    <Field label={label}>
      {(control) => (
        <input
          {...control}
          type="date"
          value={filters[name]}
          onChange={({ target }) => onChange({ [name]: target.value })}
        />
      )}
    </Field>
  );
  const isFiltered = Object.values(filters).some((value) => value !== '');
  // In a narrow window they would fill it, and the list come below.
  const [isOpen, setIsOpen] = useState(() => isFiltered || matchMedia('(min-width: 48rem)').matches);
  return (
    <details className="audit-filters" open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <Trans>Filters</Trans>
      </summary>
      <search className="filters" aria-label={t`Filters`}>
        {choice('action', t`Act`, actionWords)}
        {choice('result', t`Result`, resultWords)}
        {choice('resource', t`Kind of thing`, resourceWords)}
        <Field label={t`Id of the thing`}>
          {(control) => (
            <TypedFilter
              {...control}
              value={filters.resource_id}
              onChange={(resource_id) => onChange({ resource_id })}
            />
          )}
        </Field>
        <Field label={t`Person (address or id)`}>
          {(control) => (
            <TypedFilter {...control} value={filters.user_id} onChange={(user_id) => onChange({ user_id })} />
          )}
        </Field>
        {day('start', t`From (UTC)`)}
        {day('end', t`Until (UTC)`)}
        <div className="field">
          <Button
            isDisabled={!isFiltered}
            onClick={() => onChange(Object.fromEntries(Object.keys(filters).map((name) => [name, ''])))}
          >
            <Trans>All entries</Trans>
          </Button>
        </div>
      </search>
    </details>
  );
};
