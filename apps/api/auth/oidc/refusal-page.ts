import type { Rejection } from '#libs/domain/errors/rejection.js';
import { escapeHtml, htmlPage } from './html-page.js';

/** What a person reads in a browser when a sign-in did not succeed, with what whoever helps them asks for. */
export const refusalPage = ({ code, message }: Pick<Rejection, 'code' | 'message'>, requestId: string): string =>
  htmlPage({
    title: 'Not signed in',
    body: `    <h1>You are not signed in</h1>
    <p>${escapeHtml(message)}</p>
    <p><a href="/v1/auth/oidc">Begin again</a></p>
    <p><small>${escapeHtml(code)}, request ${escapeHtml(requestId)}</small></p>`,
  });
