import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSite } from './createSite';

/** A site whose API knows nobody and nothing. */
function setUp(basePath = '') {
  const docsDir = mkdtempSync(join(tmpdir(), 'sotto-docs-'));
  mkdirSync(join(docsDir, 'guides'));
  writeFileSync(join(docsDir, 'index.md'), '# Start\n\nSee [install](guides/install.md#in-a-minute) or [the web](https://example.com/).');
  writeFileSync(join(docsDir, 'guides/install.md'), '# Install\n\n## In a minute\n\n```html\n<script></script>\n```\n');
  const site = createSite({ docsDir, basePath });
  const errors: unknown[] = [];
  const get = async (path: string, init: RequestInit = {}) => {
    const response = await site(new Request(`http://localhost${path}`, init), {
      call: async () => Response.json({ message: 'Not found', code: 'NOT_FOUND' }, { status: 404 }),
      origin: 'http://localhost',
      requestId: 'req_1',
      onError: (error) => errors.push(error),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return { get, errors };
}

describe('the site around the widget', () => {
  it('L-1 shows a plain page whose only line of ours is the script tag', async () => {
    const { text } = await setUp().get('/demo');
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(text).toContain('src="/integrations/widget/v2.js" data-widget="demo"');
  });

  it('turns links between markdown files into links between pages', async () => {
    const { text } = await setUp().get('/docs');
    expect(text).toContain('href="/docs/guides/install#in-a-minute"');
    expect(text).toContain('href="https://example.com/"');
  });

  it('gives headings anchors and shows code as text', async () => {
    const { text } = await setUp().get('/docs/guides/install');
    expect(text).toContain('<h2 id="in-a-minute">');
    expect(text).toContain('&lt;script&gt;');
  });

  it('works below a path prefix', async () => {
    const { get } = setUp('/chat');
    expect((await get('/chat/docs')).text).toContain('href="/chat/docs/guides/install#in-a-minute"');
    expect((await get('/chat/demo')).text).toContain('src="/chat/integrations/widget/v2.js"');
    expect((await get('/chat/pricing/')).headers.get('location')).toBe('/chat/pricing');
  });

  it('answers an unknown address with the page that says so', async () => {
    const { get } = setUp();
    for (const path of ['/docs/../../etc/passwd', '/nowhere', '/hub/skillsets/nowhere']) {
      const { status, text } = await get(path);
      expect([status, text.includes('There is nothing at this address')]).toEqual([404, true]);
    }
  });

  it('takes forms of its own pages only', async () => {
    const { get } = setUp();
    expect((await get('/docs', { method: 'POST', body: 'a=1', headers: { Origin: 'http://localhost' } })).status).toBe(405);
  });

  it('allows the widget and nothing inline', async () => {
    const { headers } = await setUp().get('/docs');
    expect(headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    const bar = await setUp().get('/changelog/bar');
    expect(bar.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  });
});
