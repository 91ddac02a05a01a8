import { expect, it } from 'vitest';
import { refusalPage } from './refusal-page.js';

it('the page says what happened, what to do and what to tell, and holds no markup of others', () => {
  const page = refusalPage({ code: 'invalid_credentials', message: 'The sign-in <b>was</b> refused.' }, 'req_1');
  expect(page).toContain('The sign-in &lt;b&gt;was&lt;/b&gt; refused.');
  expect(page).toContain('<a href="/v1/auth/oidc">Begin again</a>');
  expect(page).toContain('invalid_credentials, request req_1');
  expect(page).not.toContain('<script');
});
