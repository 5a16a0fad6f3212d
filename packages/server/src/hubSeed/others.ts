import type { SeedBlueprint, SeedBot, SeedCollection, SeedWidget } from './seedTypes';

/** Bots every Hub begins with. */
export const SEED_BOTS: readonly SeedBot[] = [
  {
    id: 'bot_shop-assistant',
    name: 'Shop assistant',
    icon: '🛍️',
    tags: ['support', 'commerce'],
    description: 'Answers what customers of a shop ask every day: orders, returns, broken parcels.',
    backstory:
      'You help customers of a shop. You are patient and exact. You answer in at most five sentences and ' +
      'always end with the one next step. You never promise what the shop has not written down.',
    skillsets: ['skillset_order-help'],
    datasets: ['dataset_writing-guide'],
  },
  {
    id: 'bot_web-mentor',
    name: 'Web mentor',
    icon: '🧭',
    tags: ['engineering', 'web'],
    description:
      'A calm colleague for questions about HTTP, security policies, keyboards and accessibility; says where each answer stands.',
    backstory:
      'You help people who build web pages. Answer from the documents you have, name the section, and show ' +
      'the shortest example that works. When the documents do not say it, say so.',
    skillsets: ['skillset_code-review'],
    datasets: ['dataset_http-status', 'dataset_csp', 'dataset_accessibility', 'dataset_keyboard'],
  },
  {
    id: 'bot_editor',
    name: 'Plain editor',
    icon: '🖋️',
    tags: ['writing', 'accessibility'],
    description: 'Edits help texts and announcements into plain language and explains every change.',
    backstory:
      'You are an editor. You keep every fact, shorten every sentence, and show your changes as before and after. You follow the house style.',
    skillsets: ['skillset_plain-language'],
    datasets: ['dataset_writing-guide'],
  },
  {
    id: 'bot_picture-desk',
    name: 'Picture desk',
    icon: '🎨',
    tags: ['images', 'design'],
    description: 'Plans pictures: prompts for generators, briefs for photographers, alternative texts for listeners.',
    backstory:
      'You plan pictures for other people. Ask what the picture is for before anything else. You write ' +
      'prompts and briefs that somebody else can follow without you.',
    skillsets: ['skillset_image-prompts', 'skillset_product-photos', 'skillset_alt-text'],
    datasets: [],
  },
  {
    id: 'bot_team-helper',
    name: 'Team helper',
    icon: '🗂️',
    tags: ['work', 'people'],
    description: 'Meetings, holidays across countries and fair interviews, handled without fuss.',
    backstory: 'You help a team with everyday organisation. Be brief. Offer a draft rather than advice.',
    skillsets: ['skillset_meeting-notes', 'skillset_holidays', 'skillset_job-interviews'],
    datasets: [],
  },
];

/** Widgets every Hub begins with: the same chat in different rooms. */
export const SEED_WIDGETS: readonly SeedWidget[] = [
  {
    id: 'widget_shop-corner',
    name: 'Shop corner',
    icon: '🛒',
    tags: ['commerce', 'support'],
    description: 'A small chat in the corner of a shop, with the three questions everybody asks as suggestions.',
    botId: 'bot_shop-assistant',
    config: {
      barTitle: 'Can we help?',
      theme: 'modern',
      intro:
        'Hello! Ask about an order, a return or a broken parcel.\n\n[What does the status in preparation mean?]() [How do I return something?]()',
      tools: true,
    },
  },
  {
    id: 'widget_docs-side',
    name: 'Documentation side panel',
    icon: '📘',
    tags: ['engineering', 'web'],
    description: 'A panel that slides in beside documentation and answers with sources.',
    botId: 'bot_web-mentor',
    config: {
      barTitle: 'Ask the docs',
      layout: 'slideover',
      theme: 'stack',
      intro: 'What are you looking for?\n\n[What does 422 mean?]() [How do I allow one inline script?]()',
      tools: true,
    },
  },
  {
    id: 'widget_night-desk',
    name: 'Night desk',
    icon: '🌙',
    tags: ['design'],
    description: 'A dark chat for pages that are dark themselves.',
    botId: 'bot_web-mentor',
    config: { barTitle: 'Night desk', theme: 'dark', colorScheme: 'dark', tools: true },
  },
  {
    id: 'widget_editor-room',
    name: 'Editing room',
    icon: '📄',
    tags: ['writing'],
    description: 'A full page for editing texts together, with files and a wide text box.',
    botId: 'bot_editor',
    config: {
      barTitle: 'Editing room',
      layout: 'fullscreen',
      attachments: true,
      tools: true,
      placeholder: 'Paste a text…',
    },
  },
  {
    id: 'widget_contact-first',
    name: 'Contact first',
    icon: '📇',
    tags: ['support'],
    description: 'Asks for a name and an address once the talk has begun, so that somebody can write back.',
    botId: 'bot_shop-assistant',
    config: {
      barTitle: 'Write to us',
      contactCollection: true,
      theme: 'light',
      intro: 'Tell us what it is about. We answer here, and by mail if you leave.',
    },
  },
];

/** Blueprints every Hub begins with. */
export const SEED_BLUEPRINTS: readonly SeedBlueprint[] = [
  {
    id: 'blueprint_shop-support',
    name: 'Support for a small shop',
    icon: '🏪',
    tags: ['commerce', 'support'],
    description: 'A chat that answers orders and returns, from the skillset to the line on the page.',
    parts: {
      skillsets: ['skillset_order-help'],
      datasets: ['dataset_writing-guide'],
      bots: ['bot_shop-assistant'],
      widgets: ['widget_shop-corner'],
    },
    steps:
      '1. Clone **Order help** and change the thirty days and the free label to what your shop really ' +
      'does.\n2. Clone **Shop assistant** and connect your copy of the skillset.\n3. Clone **Shop ' +
      'corner**, choose your bot, and allow your shop’s address.\n4. Paste the line of the widget before ' +
      'the end of the body.\n5. Read the first fifty conversations. What was asked twice and not answered ' +
      'becomes an ability.',
  },
  {
    id: 'blueprint_docs-helper',
    name: 'Answers beside the documentation',
    icon: '📚',
    tags: ['engineering', 'web'],
    description: 'Readers ask, the bot quotes the page and links to it.',
    parts: {
      skillsets: [],
      datasets: ['dataset_http-status', 'dataset_csp'],
      bots: ['bot_web-mentor'],
      widgets: ['widget_docs-side'],
    },
    steps:
      '1. Make a dataset and upload your documentation as markdown; give each file its public address, so ' +
      'that answers can link to it.\n2. Make a bot with that dataset and the backstory of **Web ' +
      'mentor**.\n3. Clone **Documentation side panel** and choose the bot.\n4. Embed it with ' +
      '`data-load="hover"`, so that reading costs nothing.',
  },
  {
    id: 'blueprint_content-team',
    name: 'A desk for the content team',
    icon: '🗞️',
    tags: ['writing', 'images'],
    description: 'Texts in plain language and the pictures that go with them.',
    parts: {
      skillsets: ['skillset_plain-language', 'skillset_alt-text', 'skillset_image-prompts'],
      datasets: ['dataset_writing-guide'],
      bots: ['bot_editor', 'bot_picture-desk'],
      widgets: ['widget_editor-room'],
    },
    steps:
      '1. Upload your own house style as a dataset in the place of ours.\n2. Clone both bots; connect the ' +
      'skillsets.\n3. Clone **Editing room** and open its own page `/w/{id}`: nothing has to be embedded.',
  },
  {
    id: 'blueprint_on-call',
    name: 'On-call companion',
    icon: '🚒',
    tags: ['engineering', 'operations'],
    description: 'Roles, status updates and the report, at hand when it burns.',
    parts: {
      skillsets: ['skillset_incident-helper', 'skillset_code-review'],
      datasets: ['dataset_http-status'],
      bots: [],
      widgets: [],
    },
    steps:
      '1. Clone **Incident helper** and write the names of your channels into its abilities.\n2. Make a ' +
      'bot with it and the status codes.\n3. Put it on an internal page, with your own sign-in vouching ' +
      'for who asks (identity in the widget’s settings).',
  },
  {
    id: 'blueprint_study-group',
    name: 'Study group',
    icon: '🎒',
    tags: ['education'],
    description: 'A coach that asks questions from your own material.',
    parts: { skillsets: ['skillset_study-coach', 'skillset_encyclopedia'], datasets: [], bots: [], widgets: [] },
    steps:
      '1. Upload the course’s texts as a dataset.\n2. Make a bot with the dataset and both skillsets. ' +
      'Backstory: it asks more than it tells.\n3. Share the widget’s own page with the group.',
  },
];

/** The collections that the navigation names. */
export const SEED_COLLECTIONS: readonly SeedCollection[] = [
  {
    slug: 'gpts',
    title: 'GPTs',
    description: 'Ready-made assistants with a purpose of their own, to be tried at once and cloned.',
    items: [
      ['bot', 'bot_web-mentor', 'Quotes its documents and says when they are silent.'],
      ['bot', 'bot_editor', 'Shows every change as before and after.'],
      ['bot', 'bot_shop-assistant', 'Knows what customers ask every day.'],
      ['bot', 'bot_picture-desk', 'Asks what a picture is for before anything else.'],
      ['bot', 'bot_team-helper', 'Meetings, holidays, interviews.'],
      ['skillset', 'skillset_study-coach', 'Questions instead of lectures.'],
    ],
  },
  {
    slug: 'top-ai-image-generators',
    title: 'Top AI image generators',
    description:
      'What goes before and after any image generator: prompts, briefs, honesty checks and alternative texts.',
    items: [
      ['skillset', 'skillset_image-prompts', 'From a rough wish to a precise prompt.'],
      [
        'skillset',
        'skillset_product-photos',
        'Six pictures for a shop page, and what a generated one must not invent.',
      ],
      ['skillset', 'skillset_alt-text', 'A picture is finished when it can be heard.'],
      ['bot', 'bot_picture-desk', 'All three at one desk.'],
    ],
  },
];
