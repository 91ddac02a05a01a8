import { guidePath } from './guide.js';

/** Introduction of the document, in Markdown: all that a reader has to know before the first call. */
export const apiDescription = `Machine translation in which every act is an event, and every event is in the audit log. The [guide](${guidePath}) has a page for each subject.

**Key.** Send \`Authorization: Bearer tl_live_…\`. The first start of the service shows the first key, or writes it to a file; a key with
\`keys:manage\` makes others by \`POST /v1/api-keys\`. Each operation names the scope that it needs in \`x-required-scope\`.
Users sign in to the cookie of a session instead.

**Envelope.** A JSON answer is \`{ "data": …, "meta": { "request_id": … } }\`, an error \`{ "error": { "code", "message", "status", "details" },
"meta" }\`: read \`code\`, which stays, and not \`message\`. \`meta.warnings\` names what was accepted and ignored. Files come without an
envelope. A request may have an \`X-Request-Id\`, which comes back as \`X-Client-Request-Id\`. Fields that are not known are ignored; an
optional field that is \`null\` is left out. Each GET answers HEAD too.

**Pages.** Lists have \`pagination\`. Give \`pagination.next_cursor\` as \`cursor\` until it is null: that stays right while the list grows.
\`limit\` and \`offset\` are for jumps.

**Retries.** Repeat 429 and 503 after \`Retry-After\` seconds, and other 5xx and lost connections with growing waits. Do not repeat other
4xx. With an \`Idempotency-Key\` of your own (255 characters at most, 24 hours) each POST is safe to repeat: the first answer comes again,
with \`Idempotency-Replayed: true\`.

**Limits.** \`X-RateLimit-*\` tell where a key stands in its 60 seconds. 429 \`rate_limit_exceeded\`, \`concurrent_limit\` and
\`quota_exceeded\`, and 402 \`insufficient_quota\`, say in \`details\` what was asked and what is left. A text has at most 10,000 characters,
a file 100 MB. Answers are not compressed: a proxy before the service may.

**Webhooks.** \`webhooks\` below has what is sent, signed by the Standard Webhooks scheme. \`GET /asyncapi.json\` describes the stream of
tokens at \`/v1/stream\`.`;
