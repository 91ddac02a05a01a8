import type { ConsolePage } from './console-page.js';

/** The ways in which somebody uses a page, by the names that its controls have. */
export interface Hands {
  press(name: string): Promise<void>;
  write(label: string, text: string): Promise<void>;
  choose(label: string, option: string): Promise<unknown>;
  /** Leaves the dialog that is open. */
  leaveDialog(): Promise<void>;
}

export const mouseOf = (console: ConsolePage): Hands => ({
  press: (name) => console.named(name).click(),
  write: (label, text) => console.field(label).fill(text),
  choose: (label, option) => console.field(label).selectOption({ label: option }),
  leaveDialog: () => console.button('Close').click(),
});

/** The name that whoever hears the page is told of what has the focus. */
const focusedName = `(() => {
  const element = document.activeElement;
  const label = element.labels?.[0]?.innerText;
  return (element.getAttribute('aria-label') ?? label ?? element.innerText ?? '').trim();
})()`;
const maxPresses = 150;

export const keysOf = (console: ConsolePage): Hands => {
  const { keyboard } = console.page;
  const reach = async (name: string): Promise<void> => {
    await console.named(name).waitFor();
    const passed: string[] = [];
    while (passed.length < maxPresses) {
      await keyboard.press('Tab');
      const focused = await console.page.evaluate<string>(focusedName);
      if (focused === name) return;
      passed.push(focused);
    }
    throw new Error(`No key leads to ${name}, but to ${[...new Set(passed)].join(', ')}`);
  };
  return {
    press: async (name) => {
      await reach(name);
      await keyboard.press('Enter');
    },
    write: async (label, text) => {
      await reach(label);
      await keyboard.type(text);
    },
    choose: async (label, option) => {
      await reach(label);
      await keyboard.type(option);
    },
    leaveDialog: () => keyboard.press('Escape'),
  };
};
