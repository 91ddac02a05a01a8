import { Field } from '../../ui/field';

interface ChoiceProps {
  label: string;
  /** Empty where nothing is wished. */
  value: string;
  /** Name of wishing nothing. */
  none: string;
  choices: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}

/** A wish of the translation. */
export const Choice = ({ label, value, none, choices, onChange }: ChoiceProps) => (
  <Field label={label}>
    {(control) => (
      <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{none}</option>
        {choices.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
);
