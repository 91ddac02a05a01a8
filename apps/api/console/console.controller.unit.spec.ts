import { describe, expect, it } from 'vitest';
import { ConsoleController } from './console.controller.js';

const pageOf = (changes: { publicUrl?: string; issuer?: string } = {}) =>
  new ConsoleController({ TRANSLEDGER_PUBLIC_URL: changes.publicUrl, TRANSLEDGER_OIDC_ISSUER: changes.issuer });

describe('the console page', () => {
  it('everything that it loads comes from the service, and nothing is written into the page itself', () => {
    const page = pageOf();
    const html = page.page();
    expect(page.invite()).toBe(html);
    const loaded = [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, target]) => target);
    expect(loaded.length).toBeGreaterThan(3);
    for (const target of loaded) expect(target).toMatch(/^\/(?:console|docs|v1\/auth)/);
    expect(html).not.toMatch(/<style|style=|\son\w+=|<script(?![^>]*src=)/);
    expect(page.script() + page.style()).not.toMatch(
      /innerHTML|insertAdjacentHTML|document\.write|https?:\/\/(?!www\.w3)|@import/,
    );
  });

  it('the page knows where sign-ins are taken, and whether by a provider too', () => {
    expect(pageOf().page()).toContain('name="service-origin" content=""');
    const known = pageOf({ publicUrl: 'https://mt.example/api/', issuer: 'https://id.example' }).page();
    expect(known).toContain('name="service-origin" content="https://mt.example"');
    expect(known).toContain('name="provider-sign-in" content="yes"');
    expect(known).not.toContain('id.example');
  });
});
