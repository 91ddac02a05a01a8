import { createHash } from 'node:crypto';

// A refresh by header or markup would go to the part of the page that the token of a link names, and ask for nothing.
const script = 'setTimeout(() => location.reload(), 3000)';
const scriptHash = createHash('sha256').update(script).digest('base64');

/** Shown to a reader while the console is being built: it asks again by itself, and keeps what stands behind `#`. */
export const waitingPage = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Transledger</title>
<h1>The console is being built</h1>
<p>This takes some seconds after the first start. The page comes by itself; if it does not, reload it.</p>
<script>${script}</script></html>
`;

export const waitingPolicy = `default-src 'none'; script-src 'sha256-${scriptHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
