import type { SeedSkillset } from './seedTypes';

/** Skillsets every Hub begins with: work people do every day. */
export const SEED_SKILLSETS: readonly SeedSkillset[] = [
  {
    id: 'skillset_order-help',
    name: 'Order help',
    icon: '📦',
    tags: ['support', 'commerce'],
    description:
      'Answers where an order is, how a return works and what to do when something arrives broken, in the tone of a patient shop assistant.',
    abilities: [
      [
        'Explain an order status',
        'Use when somebody asks what the status of their order means or when it will arrive.',
        '# Order status\n\n- **Received**: we have the order; the payment is being checked. Nothing to ' +
          'do.\n- **In preparation**: it is being packed. The address can still be changed.\n- **Sent**: it ' +
          'has left the house. The tracking number works from the next morning on.\n- **Delivered**: the ' +
          'carrier says it arrived. If it did not, look at the neighbours first, then open a search after two ' +
          'days.\n\nGive the meaning of the one status that was asked about, then the one next step.',
      ],
      [
        'Start a return',
        'Use when somebody wants to send something back.',
        '# Returns\n\n1. Ask for the order number and what should go back.\n2. Ask for the reason once, ' +
          'without pressing.\n3. Explain: thirty days from delivery, unused, in any box. The label is free ' +
          'when the thing is broken or wrong.\n4. Say when the money comes back: five working days after it arrived.',
      ],
      [
        'Handle something broken',
        'Use when something arrived damaged, wrong or incomplete.',
        '# Broken, wrong or missing\n\nSay sorry once and mean it. Ask for a photograph of the thing and of ' +
          'the box. Offer the choice between a new one and the money. Never ask somebody to prove more than the photograph.',
      ],
    ],
    useCases: [
      [
        '🚚',
        'What does the status in preparation mean?',
        'The meaning in one sentence, and whether the address can still be changed.',
      ],
      ['↩️', 'How do I return something?', 'The four steps of a return, with how long each takes.'],
      ['💔', 'My parcel arrived broken', 'What to photograph, and the choice between a new one and the money.'],
    ],
  },
  {
    id: 'skillset_meeting-notes',
    name: 'Meeting notes',
    icon: '📝',
    tags: ['writing', 'work'],
    description:
      'Turns a raw transcript into decisions, tasks with owners and dates, and the questions that stayed open.',
    abilities: [
      [
        'Summarise a meeting',
        'Use when somebody gives notes or a transcript of a meeting.',
        '# Summary of a meeting\n\nWrite three parts, in this order: **Decisions** (what was agreed, one ' +
          'line each), **Tasks** (who does what by when; write "no owner" rather than guess), **Open ' +
          'questions**. Leave out who said what, unless they disagreed. At most one page.',
      ],
      [
        'Write the invitation',
        'Use when a next meeting has to be called.',
        '# Invitation\n\nSubject: the decision that is wanted, not the topic. First line: why each person is ' +
          'needed. Then the agenda with minutes for each point. Last line: what to read before, with its length.',
      ],
      [
        'Chase tasks',
        'Use when somebody wants to remind people of tasks from a meeting.',
        '# Reminders\n\nOne message a person. Name the task in their own words, the date that was agreed and ' +
          'what waits for it. Offer to move the date once. Be short and kind.',
      ],
    ],
    useCases: [
      ['🗒️', 'How should a meeting summary look?', 'Decisions first, then tasks with owners, then what stayed open.'],
      ['📆', 'How do I write a good invitation?', 'A subject that names the decision, and an agenda with minutes.'],
    ],
  },
  {
    id: 'skillset_plain-language',
    name: 'Plain language',
    icon: '🪶',
    tags: ['writing', 'accessibility'],
    description:
      'Rewrites official or technical text so that it is understood on the first reading, without losing a fact.',
    abilities: [
      [
        'Rewrite in plain language',
        'Use when a text should be easier to read.',
        '# Plain language\n\nOne thought a sentence, at most twenty words. The doer before the verb: "we ' +
          'send", not "will be sent". Everyday words; explain a needed technical term once. Address the reader ' +
          'as "you". Keep every number, date and condition of the original.',
      ],
      [
        'Check readability',
        'Use when somebody asks how readable a text is.',
        '# Readability check\n\nName the three sentences that are hardest, say why (length, passive, ' +
          'abstract noun, double negation), and show each rewritten. Do not praise and do not give a score without the reason.',
      ],
      [
        'Write for a phone screen',
        'Use when a text will be read on a small screen.',
        '# Short screens\n\nThe answer first. Headings that make sense alone. Lists from three items on. ' +
          'Links named after what is behind them. No paragraph longer than four lines.',
      ],
    ],
    useCases: [
      [
        '✏️',
        'What are the rules for rewriting in plain language?',
        'Sentence length, word choice, and what must not be lost.',
      ],
      ['📱', 'How do I write for a phone screen?', 'Answer first, headings that stand alone.'],
    ],
  },
  {
    id: 'skillset_code-review',
    name: 'Code review',
    icon: '🔍',
    tags: ['engineering'],
    description: 'Reads a change like a careful colleague: behaviour first, then safety, then tests, then names.',
    abilities: [
      [
        'Review a change',
        'Use when somebody shows a diff or a function and wants it reviewed.',
        '# Review in this order\n\n1. **Behaviour**: what happens for empty input, two at once, failure half ' +
          'way?\n2. **Safety**: is anything from outside trusted, logged or put into a query?\n3. **Tests**: ' +
          'which line could be broken without a test going red?\n4. **Names and shape**: would somebody new ' +
          'find it?\n\nGive at most seven remarks, the worst first. For each: the place, what goes wrong, what ' +
          'to write instead. Say what is good only when it is worth copying.',
      ],
      [
        'Explain code',
        'Use when somebody asks what a piece of code does.',
        '# Explaining code\n\nFirst sentence: what it is for. Then the path of one real value through it. ' +
          'Then the surprising parts. Do not read the lines aloud.',
      ],
      [
        'Write a commit message',
        'Use when a change needs a commit message.',
        '# Commit message\n\nFirst line: `type(room): what is now true`, under 72 characters, present tense. ' +
          'Body: why it was needed and what was decided against. Nothing that the diff says by itself.',
      ],
    ],
    useCases: [
      ['🧪', 'In which order should I review a change?', 'Behaviour, safety, tests, names.'],
      ['💬', 'How do I write a commit message?', 'One line that says what is now true.'],
    ],
  },
  {
    id: 'skillset_incident-helper',
    name: 'Incident helper',
    icon: '🚨',
    tags: ['engineering', 'operations'],
    description: 'Keeps a cool head during an outage: roles, first messages, what to try, and the report afterwards.',
    abilities: [
      [
        'Open an incident',
        'Use when something is broken for many people.',
        '# First five minutes\n\n1. One person leads and changes nothing; another works on the cause; a ' +
          'third writes to customers.\n2. Write down when it began and what people see, not what you think the ' +
          'cause is.\n3. Undo the last change before you understand it, if it can be undone safely.\n4. Say ' +
          'publicly that you know: what is affected, what is not, when you will write again.',
      ],
      [
        'Write a status update',
        'Use when customers must be told during an outage.',
        '# Status update\n\nThree sentences: what does not work, what still does, when the next message ' +
          'comes. No cause before it is certain. No "some users". Keep the promised time even if there is nothing new.',
      ],
      [
        'Write the report',
        'Use after an incident, for the report.',
        '# Report afterwards\n\nTimeline with times, what people could not do and for how long, cause as a ' +
          'chain of five whys, what helped, what was luck, and at most three actions with an owner and a date. ' +
          'Nobody is blamed; systems are.',
      ],
    ],
    useCases: [
      ['⏱️', 'What do I do in the first five minutes of an outage?', 'Roles, notes, undo, first public words.'],
      ['📣', 'How do I write a status update?', 'Three sentences and a promised time.'],
    ],
  },
  {
    id: 'skillset_weather',
    name: 'Weather and daylight',
    icon: '🌤️',
    tags: ['everyday', 'data'],
    description:
      'Looks up the weather of the next days for any place and says what it means for the plan somebody has.',
    abilities: [
      [
        'Find a place',
        'Use before any weather question, to get the coordinates of a place.',
        'Take the first result unless the country is another one than meant; then ask.\n\n```fetch\nGET ' +
          'https://geocoding-api.open-meteo.com/v1/search?name={{place: name of the place}}&count=3\n```',
      ],
      [
        'Look up the forecast',
        'Use when coordinates are known and somebody asks about weather, rain, wind or daylight.',
        'Say what it means for their plan before any number. Temperatures in the unit of their ' +
          'country.\n\n```fetch\nGET https://api.open-meteo.com/v1/forecast?latitude={{latitude}}' +
          '&longitude={{longitude}}' +
          '&daily=temperature_2m_max,temperature_2m_min,precipitation_probability_max,wind_speed_10m_max,sunrise,sunset&timezone=auto&forecast_days=5\n```',
      ],
    ],
    useCases: [
      ['🌂', 'Do I need an umbrella in Lisbon tomorrow?', 'A yes or no, then the chance of rain.'],
      ['🚴', 'Which day this week is best for a ride?', 'The driest, calmest day, with sunrise.'],
      ['🌤️', 'What can you look up in a forecast?', 'Temperature, rain, wind and daylight of the next days.'],
    ],
  },
];
