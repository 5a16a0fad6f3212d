import type { HubType } from '@sotto/hub-api';
import { A } from '../site/SiteContext';

interface Step {
  readonly title: string;
  readonly text: string;
  readonly to?: string;
  readonly label?: string;
}

const MAKE_BOT: Step = {
  title: 'Create a bot',
  text: 'Give it a name and describe its tone and purpose in its backstory.',
  to: '/bots/new',
  label: 'New bot',
};
const PUT_ON_SITE: Step = {
  title: 'Put it on your site',
  text: 'Create a widget with the bot, and paste its one line before the end of the body.',
  to: '/integrations/widget/new',
  label: 'New widget',
};

/** Three steps from another author's item to your own (specification 2.1). */
const STEPS: Readonly<Record<HubType, readonly Step[]>> = {
  skillset: [
    {
      title: 'Clone the skillset',
      text: 'Your own copy with every ability, private until you share it. Secrets are never copied.',
    },
    MAKE_BOT,
    {
      title: 'Connect the skillset to the bot',
      text: 'Choose it under Abilities in the bot. From the next reply on the bot can use its abilities.',
    },
  ],
  bot: [
    { title: 'Clone the bot', text: 'Your own copy of its instructions, private until you share it.' },
    { title: 'Give it what it needs', text: 'Clone the skillsets and datasets it works with, or choose your own.' },
    PUT_ON_SITE,
  ],
  dataset: [
    {
      title: 'Clone the dataset',
      text: 'Your own copy of its name and description; documents are yours to upload.',
      to: '/datasets/new',
      label: 'New knowledge base',
    },
    MAKE_BOT,
    {
      title: 'Connect the dataset to the bot',
      text: 'Choose it under Knowledge in the bot. Answers then name the document they are based on.',
    },
  ],
  widget: [
    { title: 'Clone the widget', text: 'Your own copy of its looks and settings.' },
    { title: 'Choose who answers', text: 'Connect one of your bots.', to: '/bots/new', label: 'New bot' },
    { title: 'Paste one line', text: 'The widget shows the line for your site. Paste it before the end of the body.' },
  ],
  blueprint: [
    { title: 'Clone its parts', text: 'Open each part and clone it into your account.' },
    { title: 'Put them together', text: 'Follow the steps of the blueprint: they explain how the parts fit together.' },
    PUT_ON_SITE,
  ],
};

/** The three numbered steps. */
export function IntegrationSteps({ type }: { type: HubType }) {
  return (
    <section className="item-section" aria-labelledby="integration">
      <h2 id="integration">Integration steps</h2>
      <ol className="steps">
        {STEPS[type].map(({ title, text, to, label }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
            {to !== undefined && (
              <p>
                <A to={to}>{label}</A>
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
