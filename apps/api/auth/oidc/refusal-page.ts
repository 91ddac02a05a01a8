import type { Rejection } from '#libs/domain/errors/rejection.js';
import { escapeHtml, htmlPage } from './html-page.js';

/** The page that a browser shows when a sign-in did not succeed, with the code and the request id that support asks for. */
export const refusalPage = ({ code, message }: Pick<Rejection, 'code' | 'message'>, requestId: string): string =>
  htmlPage({
    title: 'Not signed in',
    body: `    <h1>You are not signed in</h1>
    <p>${escapeHtml(message)}</p>
    <p><a href="/v1/auth/oidc">Begin again</a></p>
    <p><small>${escapeHtml(code)}, request ${escapeHtml(requestId)}</small></p>`,
  });
