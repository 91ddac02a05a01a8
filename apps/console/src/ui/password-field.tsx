import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Field } from './field';

interface PasswordFieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  autoComplete: 'current-password' | 'new-password';
}

/** The field `password` of a form, which can be shown as it is typed. */
export const PasswordField = ({ autoComplete, ...field }: PasswordFieldProps) => {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <Field {...field}>
        {(control) => (
          <input
            {...control}
            name="password"
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            maxLength={256}
            required
          />
        )}
      </Field>
      <label className="choice">
        <input type="checkbox" checked={isShown} onChange={({ target }) => setIsShown(target.checked)} />
        <Trans>Show the password</Trans>
      </label>
    </>
  );
};
