import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Field } from '../../ui/field';
import { daysOf, durationOf, sharesOf, type Unit, wholeDaysOf } from './duration';

interface RetentionFieldProps {
  label: string;
  /** Name of the value in the form: an ISO 8601 duration. */
  name: string;
  /** The duration that holds now. */
  now: string;
}

/** How long something is kept: a number and a unit, and in words what holds now. */
export const RetentionField = ({ label, name, now }: RetentionFieldProps) => {
  const { t, i18n } = useLingui();
  const days = wholeDaysOf(now);
  const [count, setCount] = useState(String(days ?? ''));
  const [unit, setUnit] = useState<Unit>('day');
  const saidOf: Record<Unit, string> = {
    day: t`days`,
    week: t`weeks`,
    month: t`months of 30 days`,
    year: t`years of 365 days`,
  };
  const words = sharesOf(now)
    ?.map((share) => i18n.number(share.count, { style: 'unit', unit: share.unit, unitDisplay: 'long' }))
    .join(' ');
  return (
    <>
      <input type="hidden" name={name} value={count === '' ? now : durationOf(Number(count), unit)} />
      <Field label={label} hint={<Trans>Now: {words ?? now}</Trans>}>
        {(control) => (
          <div className="retention">
            <input
              {...control}
              type="number"
              min={1}
              max={36_500}
              step={1}
              required={days !== undefined}
              value={count}
              onChange={({ target }) => setCount(target.value)}
            />
            <select
              aria-label={t`Unit: ${label}`}
              value={unit}
              onChange={({ target }) => setUnit(target.value as Unit)}
            >
              {(Object.keys(daysOf) as Unit[]).map((one) => (
                <option key={one} value={one}>
                  {saidOf[one]}
                </option>
              ))}
            </select>
          </div>
        )}
      </Field>
    </>
  );
};
