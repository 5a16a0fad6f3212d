import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { User } from '@sotto/hub-api';
import { SiteProvider, type SiteView } from '../site/SiteContext';
import { AssistantTag } from './AssistantTag';

/** The tag on a page that somebody, or nobody, looks at. */
function draw(viewer: Partial<User> | null): string {
  const view = { path: '/', viewer, href: (path: string) => path } as unknown as SiteView;
  return renderToStaticMarkup(
    <SiteProvider view={view}>
      <AssistantTag />
    </SiteProvider>,
  );
}

describe('H-10, FS-1 the assistant of the site', () => {
  it('has a conversation of its own for each account on a browser', () => {
    const [ana, ben] = [draw({ id: 'user_ana', usesAssistant: true }), draw({ id: 'user_ben', usesAssistant: true })];
    expect(ana).toContain('data-type="dashboard" data-session="user_ana"');
    expect(ben).toContain('data-session="user_ben"');
  });

  it('is the default widget, with the conversation of the browser, for everybody else', () => {
    for (const viewer of [null, { id: 'user_ana', usesAssistant: false }])
      expect(draw(viewer)).toMatch(/data-type="default" data-load/);
  });
});
