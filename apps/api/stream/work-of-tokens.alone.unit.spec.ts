import { createEchoEngine } from '#libs/ports/inference/echo/echo-engine.js';
import { compileGlossaryAtOnce } from '#libs/text/glossary/glossary-matcher.js';
import { describeLinearWork } from '#test/work/linear-work.js';
import { textConstructs } from '#test/work/text-constructs.js';
import { groupText } from './text-groups.js';
import { textTokens } from './text-tokens.js';

const pair = { source: 'en', target: 'es' };
const engine = createEchoEngine();
const matcher = compileGlossaryAtOnce([{ source: 'a', target: 'T' }], pair);

describeLinearWork(
  {
    'the groups of a text': (text) => groupText(text, (segment) => segment),
    'the tokens of a translation': async (text) => {
      const request = {
        organizationId: 'org_1',
        text,
        pair,
        domain: 'general',
        formality: undefined,
        quality: 'balanced' as const,
        preserveFormatting: true,
        glossary: { id: 'glo_1', version: 1, matcher },
      };
      for await (const _ of textTokens(engine, request, pair));
    },
  },
  textConstructs,
);
