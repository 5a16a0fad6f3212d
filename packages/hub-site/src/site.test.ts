import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSite } from './site';

function setUp(basePath = '') {
  const docsDir = mkdtempSync(join(tmpdir(), 'sotto-docs-'));
  mkdirSync(join(docsDir, 'guides'));
  writeFileSync(join(docsDir, 'index.md'), '# Start\n\nSee [install](guides/install.md#in-a-minute) or [the web](https://example.com/).');
  writeFileSync(join(docsDir, 'guides/install.md'), '# Install\n\n## In a minute\n\n```html\n<script></script>\n```\n');
  const site = createSite({ docsDir, basePath });
  const get = async (path: string) => {
    const response = await site(new Request(`http://localhost${path}`));
    return response && { status: response.status, type: response.headers.get('Content-Type'), text: await response.text() };
  };
  return { get };
}

describe('the site around the widget', () => {
  it('L-1 shows a plain page whose only line of ours is the script tag', async () => {
    const page = await setUp().get('/demo');
    expect(page?.text.match(/<script/g)).toHaveLength(1);
    expect(page?.text).toContain('src="/integrations/widget/v2.js" data-widget="demo"');
  });

  it('turns links between markdown files into links between pages', async () => {
    const page = await setUp().get('/docs');
    expect(page?.text).toContain('href="/docs/guides/install#in-a-minute"');
    expect(page?.text).toContain('href="https://example.com/"');
  });

  it('gives headings anchors and shows code as text', async () => {
    const page = await setUp().get('/docs/guides/install');
    expect(page?.text).toContain('<h2 id="in-a-minute">');
    expect(page?.text).toContain('&lt;script&gt;');
  });

  it('works below a path prefix', async () => {
    const { get } = setUp('/chat');
    expect((await get('/chat/docs'))?.text).toContain('href="/chat/docs/guides/install#in-a-minute"');
    expect((await get('/chat/demo'))?.text).toContain('src="/chat/integrations/widget/v2.js"');
  });

  it('has nothing to say at unknown addresses, nor outside its documentation', async () => {
    const { get } = setUp();
    expect(await get('/docs/../../etc/passwd')).toBeUndefined();
    expect(await get('/nowhere')).toBeUndefined();
  });
});
