import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type Session, TransledgerError } from '@transledger/sdk';
import { type FormEvent, useState } from 'react';
import { service } from '../../app/service';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/failure';
import { Field } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { PasswordField } from '../../ui/password-field';

const minPasswordLength = 12;

interface NewPasswordFormProps {
  /** An invite, or the link that completes the owner of the first start. */
  kind: 'invites' | 'owner';
  token: string;
  onSession: (session: Session) => void;
  onLeave: () => void;
}

interface Given {
  /** Empty for an invite, which knows them. */
  email: string;
  name: string;
  password: string;
}

/** Sets the first password of whoever followed a link, or the next one. */
export const NewPasswordForm = ({ kind, token, onSession, onLeave }: NewPasswordFormProps) => {
  const { t } = useLingui();
  const [wrong, setWrong] = useState<'email' | 'password'>();
  const accept = useMutation({
    mutationFn: ({ email, name, password }: Given) =>
      kind === 'owner'
        ? service.session.signUpOwner({ token, email, password, ...(name !== '' && { name }) })
        : service.session.acceptInvite({ token, password }),
    onSuccess: onSession,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (accept.isPending) return;
    const { elements } = event.currentTarget;
    const email = elements.namedItem('email') as HTMLInputElement | null;
    const password = elements.namedItem('password') as HTMLInputElement;
    const field =
      email?.checkValidity() === false ? email : [...password.value].length < minPasswordLength ? password : undefined;
    setWrong(field?.name as typeof wrong);
    if (field !== undefined) return field.focus();
    const name = elements.namedItem('name') as HTMLInputElement | null;
    accept.mutate({
      email: email?.value.trim() ?? '',
      name: name?.value.trim() ?? '',
      password: password.value,
    });
  };
  const hasEnded = accept.error instanceof TransledgerError && accept.error.code === 'not_found';
  return (
    <>
      <p>
        {kind === 'owner' ? (
          <Trans>
            This service has an owner without a password yet. Write who you are, and choose the password that you will
            sign in with. The link works once.
          </Trans>
        ) : (
          <Trans>
            You were invited to Transledger. Choose the password that you will sign in with. The link works once. A
            password that you had before holds no more then.
          </Trans>
        )}
      </p>
      <form noValidate onSubmit={submit}>
        {hasEnded && (
          <Notice kind="bad">
            <p>
              <Trans>The link was used, has ended, or is not whole. Ask for another one.</Trans>
            </p>
          </Notice>
        )}
        {accept.error && !hasEnded && <Failure error={accept.error} />}
        {kind === 'owner' && (
          <>
            <Field label={t`Your name`}>
              {(control) => <input {...control} name="name" autoComplete="name" maxLength={200} />}
            </Field>
            <Field label={t`E-mail address`} error={wrong === 'email' && t`Write your e-mail address.`}>
              {(control) => (
                <input {...control} name="email" type="email" autoComplete="username" maxLength={254} required />
              )}
            </Field>
          </>
        )}
        <PasswordField
          label={t`New password`}
          hint={t`At least ${minPasswordLength} characters. A few words in a row are easy to remember.`}
          error={wrong === 'password' && t`The password needs at least ${minPasswordLength} characters.`}
          autoComplete="new-password"
        />
        <Button type="submit" look="main" isBusy={accept.isPending}>
          <Trans>Set the password</Trans>
        </Button>
      </form>
      <p>
        <Button look="quiet" onClick={onLeave}>
          <Trans>I have a password already</Trans>
        </Button>
      </p>
    </>
  );
};
