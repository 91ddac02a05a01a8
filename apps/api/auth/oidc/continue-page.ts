import { escapeHtml, htmlPage } from './html-page.js';

/**
 * A page of ours that goes on to another. A redirection would not do: what another site led to, through however many of
 * them, comes without the cookie of the session, which is `SameSite=Strict`.
 */
export const continuePage = (target: string): string => {
  const href = escapeHtml(target);
  return htmlPage({
    title: 'Signed in',
    head: `\n    <meta http-equiv="refresh" content="0; url=${href}">`,
    body: `    <p>You are signed in. <a href="${href}">Go on</a></p>`,
  });
};
