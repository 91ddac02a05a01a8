import { Trans } from '@lingui/react/macro';
import { CopyButton } from '../../ui/copy-button';
import type { Wishes } from './live-translation';
import { sameCalls } from './same-call';

/** The same translation as a program asks for it. */
export const SameCallPart = ({ text, wishes }: { text: string; wishes: Wishes }) => (
  <details>
    <summary>
      <Trans>The same call for programs</Trans>
    </summary>
    {sameCalls(location.origin, text, wishes).map(({ name, code }) => (
      <section key={name}>
        <div className="row row-apart">
          <h3 translate="no">{name}</h3>
          <CopyButton text={code} />
        </div>
        <pre>{code}</pre>
      </section>
    ))}
  </details>
);
