import type { Language } from '@transledger/sdk';
import type { ReactNode } from 'react';
import { Field } from './field';

interface LanguageFieldProps {
  label: ReactNode;
  languages: readonly Language[];
  /** Empty where the language is to be detected. */
  value: string;
  /** Name of the choice to detect the language; there is none without it. */
  detect?: string;
  onChange: (code: string) => void;
}

/** A choice among languages. */
export const LanguageField = ({ label, languages, value, detect, onChange }: LanguageFieldProps) => (
  <Field label={label}>
    {(control) => (
      <select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
        {detect !== undefined && <option value="">{detect}</option>}
        {languages.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Field>
);
