import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { User } from '@sotto/hub-api';
import { SiteProvider, type SiteView } from '../site/SiteContext';
import { AssistantTag } from './AssistantTag';

/** The tag on a page that somebody, or nobody, looks at. */
function draw(viewer: Partial<User> | null, at = '/'): string {
  const view = { path: at, viewer, href: (path: string) => path } as unknown as SiteView;
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

  it('OW-10 has a button of the page instead of a launcher where a launcher would cover controls', () => {
    const ana = { id: 'user_ana', usesAssistant: true };
    for (const path of [
      '/integrations/widget/widget_1',
      '/integrations/widget/new',
      '/install',
      '/playground',
      '/start',
      '/bots/bot_1',
      '/abilities/skillset_1',
    ])
      expect([path, draw(ana, path)]).toEqual([
        path,
        expect.stringContaining('data-hide-button="true" data-launcher-selector=".ask-assistant"'),
      ]);
    for (const path of [
      '/overview',
      '/integrations/widget',
      '/installations',
      '/bots',
      '/bots/new',
      '/knowledge/dataset_1/site/site_1',
    ])
      expect([path, draw(ana, path)]).toEqual([path, expect.not.stringContaining('hide-button')]);
  });
});
