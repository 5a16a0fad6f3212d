import { UNSENT } from '../account/forms/formState';
import { FormFrame } from '../account/forms/FormFrame';
import { Island } from '../site/Island';
import type { Route } from '../site/route';
import { A } from '../site/SiteContext';
import { Preview } from './Preview';
import { SnippetList } from './SnippetList';
import { writeSnippets } from './snippets';
import { StudioFields } from './StudioForm';
import { StudioHead } from './StudioHead';
import { FindSetting, StudioTabs } from './StudioTabs';
import { changedSettings, readWidgetConfig, toWidgetForm } from './widgetForm';

/** The public demo widget. */
const DEMO = 'demo';

/** Initial settings. */
const SAMPLE = {
  barTitle: 'Ask us',
  intro: 'Hello! What would you like to know?\n\n[How does it work?]() [What does it cost?]()',
  tools: true,
};

/** /playground: tries settings and themes without an account; nothing is stored. */
export const playgroundRoute: Route = {
  path: '/playground',
  show(request) {
    const values = toWidgetForm(SAMPLE);
    const installation = { base: request.absolute(''), widget: DEMO };
    return {
      shell: 'hub',
      head: {
        title: 'Playground | Sotto',
        description: 'Try every setting and theme of the chat widget, and copy the code.',
        canonical: '/playground',
        noindex: true,
      },
      body: (
        <div className="column account">
          <StudioHead title="Playground" />
          <p className="lead">
            Change anything and see it at once. To keep it, <A to="/integrations/widget/new">make a widget</A>.
          </p>
          <Island name="studio" when="load" className="studio" props={{ stored: {}, snippets: installation }}>
            <StudioTabs />
            <div className="studio-form">
              <FindSetting />
              <FormFrame name="playground" state={UNSENT}>
                <div className="studio-fields">
                  <StudioFields form="playground" state={UNSENT} values={values} isStored={false} />
                </div>
              </FormFrame>
            </div>
            <div className="studio-side">
              <Preview />
              <section aria-labelledby="code-title">
                <h2 id="code-title">The code</h2>
                <Island name="copyCode" when="load">
                  <SnippetList
                    snippets={writeSnippets({ ...installation, settings: changedSettings(readWidgetConfig(values)) })}
                  />
                </Island>
              </section>
            </div>
          </Island>
        </div>
      ),
    };
  },
  // Without scripts the form is submitted to this page; nothing is stored.
  act: (request) => playgroundRoute.show(request),
};
