import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { docsStart } from './docs-page.js';

type Component = (props: object) => { props: object };
type Wrap = (original: Component) => Component;

interface Options {
  plugins: ((system: object) => { wrapComponents: Record<string, Wrap> })[];
}

/** Options that the script gives to the viewer, in a browser with these colours. */
const started = (
  colours = { matches: false, addEventListener: (_event: string, _heard: () => void) => {} },
  toggle = (_name: string, _isOn: boolean) => {},
): Options => {
  let options: Options = { plugins: [] };
  runInNewContext(docsStart, {
    SwaggerUIBundle: (given: typeof options) => {
      options = given;
    },
    matchMedia: (query: string) => (query === '(prefers-color-scheme: dark)' ? colours : undefined),
    document: { documentElement: { classList: { toggle } } },
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

it("the viewer is dark where the reader's system is, also from one moment to the next", () => {
  let changed = (): void => undefined;
  const colours = {
    matches: false,
    addEventListener: (_event: string, heard: () => void) => {
      changed = heard;
    },
  };
  const seen: [string, boolean][] = [];
  started(colours, (name, isOn) => seen.push([name, isOn]));
  colours.matches = true;
  changed();
  expect(seen).toEqual([
    ['dark-mode', false],
    ['dark-mode', true],
  ]);
});
