import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { docsStart } from './docs-page.js';

type Component = (props: object) => { props: object };
type Wrap = (original: Component) => Component;

/** Options that the script gives to the viewer. */
const started = (): { plugins: ((system: object) => { wrapComponents: Record<string, Wrap> })[] } => {
  let options = { plugins: [] };
  runInNewContext(docsStart, {
    SwaggerUIBundle: (given: typeof options) => {
      options = given;
    },
    matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
    document: { documentElement: { classList: { toggle: () => undefined } } },
  });
  return options;
};

describe('forms in the viewer of the API', () => {
  const React = { createElement: (_component: unknown, props: object) => ({ props }) };
  const { wrapComponents } = started().plugins[0]?.({ React }) ?? { wrapComponents: {} };
  const propsOf = (name: string, props: object) => wrapComponents[name]?.((given) => ({ props: given }))(props).props;

  it('an optional field has no value that the viewer has made up, and is not sent empty', () => {
    const field = { dispatchInitialValue: true, required: false };
    expect(propsOf('JsonSchemaForm', field)).toMatchObject({ dispatchInitialValue: false });
    const choice = { isIncludedOptions: { key: 'domain', defaultValue: true } };
    expect(propsOf('ParameterIncludeEmpty', choice)).toEqual({
      isIncludedOptions: { key: 'domain', defaultValue: false },
    });
  });

  it.each([
    ['a required field', { dispatchInitialValue: true, required: true }],
    ['a parameter of the query', { required: false }],
  ])('%s keeps its example', (_what, props) => expect(propsOf('JsonSchemaForm', props)).toEqual(props));
});
