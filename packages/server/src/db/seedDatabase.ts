import type { JsonObject } from '@sotto/widget-core/api';
import type { Database } from './database';
import { insertBot, insertWidget } from './queries/hub/widgetQueries';

/** Ids of the widgets that every server has (contract, part 6). */
export const FIRST_WIDGETS = { demo: 'demo', default: 'default', assistant: 'assistant', hub: 'hub' } as const;

const BACKSTORY = [
  'You are the guide to Sotto, an embeddable AI chat widget with its own server.',
  'Help site owners, developers and operators with short, friendly and exact answers that rest on the documentation.',
  'Say where an answer comes from. When the documentation does not say it, say so.',
].join(' ');

/**
 * Makes an empty database useful: one bot, the guide, and the widgets `demo`, `default` and `assistant` that it answers
 * in, and `hub`, in which things of the Hub are tried out. What exists already is left as it is, so an owner's changes
 * survive every start.
 */
export async function seedDatabase(db: Database, now: number): Promise<void> {
  const dates = { createdAt: now, updatedAt: now };
  await insertBot(db, { id: 'guide', name: 'Guide', backstory: BACKSTORY, ...dates });
  for (const widget of firstWidgets()) await insertWidget(db, { ...widget, botId: 'guide', ...dates });
}

function firstWidgets(): { id: string; name: string; config: JsonObject }[] {
  return [
    {
      id: FIRST_WIDGETS.demo,
      name: 'Demo',
      // No `initial`: a first visit of the demo page shows the cost of an embed before the chat is opened.
      config: {
        barTitle: 'Ask Sotto',
        intro:
          'Hi! I am the guide to Sotto. What would you like to know?\n\n[How do I install it?]() [What does a ' +
          'strict CSP need?]() [How do I connect a language model?]()',
        tools: true,
        attachments: true,
        voiceIn: true,
        voiceOut: true,
      },
    },
    { id: FIRST_WIDGETS.hub, name: 'Hub', config: { tools: true, attachments: true } },
    { id: FIRST_WIDGETS.default, name: 'Chat', config: { barTitle: 'Chat', tools: true } },
    {
      id: FIRST_WIDGETS.assistant,
      name: 'Assistant',
      config: { barTitle: 'Assistant', initial: 'What can I help you with?', tools: true },
    },
  ];
}
