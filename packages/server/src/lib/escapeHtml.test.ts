import { expect, it } from 'vitest';
import { escapeHtml } from './escapeHtml';

it('A103 a text ends no element, no attribute in either quotes, and no reference', () => {
  expect(escapeHtml(`<b title="1" lang='en'>&amp;`)).toBe('&lt;b title=&quot;1&quot; lang=&#39;en&#39;&gt;&amp;amp;');
});
