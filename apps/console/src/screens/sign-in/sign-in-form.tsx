import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type Session, TransledgerError } from '@transledger/sdk';
import { type FormEvent, useRef, useState } from 'react';
import { service } from '../../app/service';
import { hasProvider } from '../../app/session';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/failure';
import { Field } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { PasswordField } from '../../ui/password-field';

interface Organization {
  id: string;
  name: string;
}

const organizationsOf = (error: unknown): Organization[] =>
  error instanceof TransledgerError ? ((error.details?.organizations as Organization[] | undefined) ?? []) : [];

const isWrong = (error: unknown): boolean => error instanceof TransledgerError && error.code === 'invalid_credentials';

/** Signs in by e-mail address and password; asks for the organization where the password opens several. */
export const SignInForm = ({ onSession }: { onSession: (session: Session) => void }) => {
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  const [missing, setMissing] = useState<'email' | 'password'>();
  const [organizations, setOrganizations] = useState<Organization[]>([]);
  const signIn = useMutation({
    mutationFn: (credentials: Parameters<typeof service.session.signIn>[0]) => service.session.signIn(credentials),
    onSuccess: onSession,
    onError: (error) =>
      setOrganizations((before) => (organizationsOf(error).length > 0 ? organizationsOf(error) : before)),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (signIn.isPending) return;
    const { elements } = event.currentTarget;
    const email = elements.namedItem('email') as HTMLInputElement;
    const password = elements.namedItem('password') as HTMLInputElement;
    const wrong = email.checkValidity() ? (password.value === '' ? password : undefined) : email;
    setMissing(wrong?.name as typeof missing);
    if (wrong !== undefined) return wrong.focus();
    const data = new FormData(event.currentTarget);
    const organization = String(data.get('organization') ?? '').trim() || String(data.get('chosen') ?? '');
    signIn.mutate({
      email: email.value.trim(),
      password: password.value,
      ...(organization !== '' && { organization_id: organization }),
    });
  };
  const asksForOrganization = organizationsOf(signIn.error).length > 0;
  return (
    <>
      <form ref={form} noValidate onSubmit={submit}>
        {signIn.error &&
          (asksForOrganization ? (
            <Notice kind="bad">
              <p>
                <Trans>Your password opens several organizations. Choose one, and sign in.</Trans>
              </p>
            </Notice>
          ) : isWrong(signIn.error) ? (
            <Notice kind="bad">
              <p>
                <Trans>
                  The e-mail address or the password is wrong, or too many attempts have failed. Wait a moment before
                  you try again.
                </Trans>
              </p>
            </Notice>
          ) : (
            <Failure error={signIn.error} />
          ))}
        <Field label={t`E-mail address`} error={missing === 'email' && t`Write your e-mail address.`}>
          {(control) => (
            <input {...control} name="email" type="email" autoComplete="username" maxLength={254} required />
          )}
        </Field>
        <PasswordField
          label={t`Password`}
          error={missing === 'password' && t`Write your password.`}
          autoComplete="current-password"
        />
        {organizations.length > 0 && (
          <fieldset>
            <legend>
              <Trans>Organization</Trans>
            </legend>
            {organizations.map(({ id, name }) => (
              <label className="choice" key={id}>
                <input type="radio" name="chosen" value={id} required />
                {name}
              </label>
            ))}
          </fieldset>
        )}
        <details>
          <summary>
            <Trans>I am in more than three organizations</Trans>
          </summary>
          <Field
            label={t`Id of the organization`}
            hint={t`It begins with org_; an owner of the organization knows it.`}
          >
            {(control) => (
              <input
                {...control}
                name="organization"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                maxLength={64}
              />
            )}
          </Field>
        </details>
        <Button type="submit" look="main" isBusy={signIn.isPending}>
          <Trans>Sign in</Trans>
        </Button>
      </form>
      {hasProvider() && (
        <p>
          <a href="/v1/auth/oidc">
            <Trans>Sign in with the provider of your organization</Trans>
          </a>
        </p>
      )}
      <details>
        <summary>
          <Trans>Forgotten password</Trans>
        </summary>
        <p>
          <Trans>
            No mail is sent, and nobody can read your password. Ask an owner of your organization to invite you again,
            with the same e-mail address and role: the link that the owner gets leads to a new password, and leaves
            everything else of yours as it is. Where no owner can sign in, whoever runs the service can make such a
            link.
          </Trans>
        </p>
      </details>
    </>
  );
};
