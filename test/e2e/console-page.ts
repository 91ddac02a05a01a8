import { expect } from 'vitest';
import { axeScript, type Browser, type Page, type Surroundings } from './chromium.js';
import type { RunningService } from './running-service.js';

const actionTimeoutMs = 120_000;
/** Chromium says of every refused request that it was, and of one that found nobody, which is no fault of the page. */
const refusedRequest =
  /^(?:Failed to load resource: (?:the server responded with a status of (?:401|404|409|422|503)|net::)|WebSocket connection to '[^']*' failed: (?:Error in connection establishment: net::|Error during WebSocket handshake))/;

interface Violation {
  id: string;
  nodes: { html: string }[];
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The console in a browser. Errors of the page, and breaches of its policy, are noted as faults. */
export class ConsolePage {
  faults: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly service: RunningService,
  ) {
    page.setDefaultTimeout(actionTimeoutMs);
    page.on('console', (message) => {
      if (message.type() === 'error' && !refusedRequest.test(message.text())) this.faults.push(message.text());
    });
    page.on('pageerror', (error) => this.faults.push(error.message));
  }

  static async open(browser: Browser, service: RunningService, surroundings: Surroundings = {}): Promise<ConsolePage> {
    return new ConsolePage(await browser.newPage(surroundings), service);
  }

  async close(): Promise<void> {
    await this.page.close();
    expect(this.faults).toEqual([]);
  }

  heading(name: string): Promise<void> {
    return this.page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  field(name: string) {
    return this.page.getByLabel(name, { exact: true });
  }

  /** A control by the name that it has for whoever hears the page. */
  named(name: string) {
    const { page } = this;
    return page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('link', { name, exact: true }))
      .or(page.getByLabel(name, { exact: true }))
      .first();
  }

  text(text: string): Promise<void> {
    return this.page.getByText(text).first().waitFor();
  }

  async goTo(screen: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: screen, exact: true }).click();
    await this.heading(screen);
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.page.goto(`${this.service.url}/console/`);
    await this.heading('Sign in');
    await this.field('E-mail address').fill(email);
    await this.field('Password').fill(password);
    await this.button('Sign in').click();
    await this.signedIn();
  }

  /** @throws Error with what the page shows instead */
  async signedIn(): Promise<void> {
    try {
      await this.page.getByRole('navigation').waitFor();
    } catch (cause) {
      throw new Error(`Not signed in: ${await this.page.locator('body').innerText()}`, { cause });
    }
  }

  /** Goes to an address of the console, as whoever was handed it. */
  async open(address: string): Promise<void> {
    await this.page.goto(`${this.service.url}/console${address}`);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }

  /** Waits until all that the screen asked for is there. Asked from outside: the policy of the page lets nobody wait within. */
  settled(): Promise<void> {
    const waiting = "document.querySelectorAll('[aria-busy=true], .loading, .unready').length";
    return expect.poll(() => this.page.evaluate<number>(waiting)).toBe(0);
  }

  /** Names of the screens of the navigation. */
  screens(): Promise<string[]> {
    return this.page.getByRole('navigation').getByRole('link').allInnerTexts();
  }

  /** Faults of accessibility (WCAG 2.2 AA) of what is shown, as the rule and the first element that breaks it. */
  async accessibilityFaults(): Promise<string[]> {
    await this.page.evaluate(axeScript());
    const violations = await this.page.evaluate<Violation[]>(
      `axe.run(document, ${JSON.stringify({ runOnly: rules })}).then(({ violations }) => violations)`,
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }

  /** Pixels by which the page is wider than its window. */
  overflow(): Promise<number> {
    return this.page.evaluate<number>('Math.max(0, document.documentElement.scrollWidth - innerWidth)');
  }
}
