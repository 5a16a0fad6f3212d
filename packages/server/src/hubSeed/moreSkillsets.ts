import type { SeedSkillset } from './seedTypes';

/** More skillsets: looking things up, pictures, learning, people. */
export const MORE_SKILLSETS: readonly SeedSkillset[] = [
  {
    id: 'skillset_encyclopedia',
    name: 'Encyclopedia lookup',
    icon: '📖',
    tags: ['research', 'data'],
    description:
      'Finds the article that answers a question of fact, quotes the part that matters and names the source.',
    abilities: [
      [
        'Search articles',
        'Use when a question is about a person, place, event or term.',
        'Choose the result whose description fits the question, not the most famous one.\n\n```fetch\nGET ' +
          'https://en.wikipedia.org/w/rest.php/v1/search/page?q={{query}}&limit=5\n```',
      ],
      [
        'Read a summary',
        'Use when the title of the article is known.',
        'Answer in two or three sentences and name the article. When the summary does not contain the ' +
          'answer, say so.\n\n```fetch\nGET https://en.wikipedia.org/api/rest_v1/page/summary/{{title}}\n```',
      ],
    ],
    useCases: [
      ['🏛️', 'When was the Suez Canal opened?', 'The date with the article it stands in.'],
      ['🔬', 'What is photosynthesis, in two sentences?', 'A short answer with its source.'],
    ],
  },
  {
    id: 'skillset_currency',
    name: 'Currency converter',
    icon: '💱',
    tags: ['finance', 'data'],
    description:
      'Converts amounts by the daily reference rates of the European Central Bank and says from which day they are.',
    abilities: [
      [
        'Look up rates',
        'Use when somebody wants to convert money or asks for a rate.',
        'Codes have three letters (EUR, USD, JPY). Multiply, round to two decimals, and name the day of the ' +
          'rate. Say that banks add a margin.\n\n```fetch\nGET ' +
          'https://api.frankfurter.dev/v1/latest?base={{from: code of the currency}}&symbols={{to: code of the ' +
          'other currency}}\n```',
      ],
      [
        'Explain a rate',
        'Use when somebody asks why a bank gives less than the rate they read.',
        '# Reference rate and bank rate\n\nThe reference rate is the middle between buying and selling ' +
          'between banks. A bank or card adds a margin, usually one to three percent, and sometimes a fee. ' +
          'Compare the total that leaves the account, not the rate.',
      ],
    ],
    useCases: [
      ['💶', 'How many yen are 250 euros?', 'The amount, the rate and its day.'],
      ['🏦', 'Why does my bank give less than the reference rate?', 'Margin and fees, explained.'],
    ],
  },
  {
    id: 'skillset_holidays',
    name: 'Public holidays',
    icon: '🎉',
    tags: ['work', 'data'],
    description:
      'Knows the public holidays of more than a hundred countries and finds long weekends for a team that is spread over several.',
    abilities: [
      [
        'List holidays',
        'Use when somebody asks about holidays of a country in a year.',
        'The country code has two letters. Name the day of the week, and the local name where it ' +
          'helps.\n\n```fetch\nGET https://date.nager.at/api/v3/PublicHolidays/{{year}}/{{country: two letters}}\n```',
      ],
      [
        'Plan around holidays',
        'Use when a date must suit people in several countries.',
        '# Planning\n\nLook up each country. List the days on which somebody is away, mark bridges (a single ' +
          'working day between a holiday and a weekend), and propose the three best dates with the reason for each.',
      ],
    ],
    useCases: [
      ['📅', 'Which public holidays has Portugal next year?', 'Names, dates and days of the week.'],
      ['🌍', 'How do I plan around holidays in several countries?', 'Away days, bridges and three proposals.'],
    ],
  },
  {
    id: 'skillset_alt-text',
    name: 'Alt text writer',
    icon: '🖼️',
    tags: ['images', 'accessibility', 'writing'],
    description: 'Writes alternative texts that tell a listener what a picture is for, in the place where it stands.',
    abilities: [
      [
        'Describe a picture',
        'Use when a picture needs an alternative text.',
        '# Alternative text\n\nSay what the picture is for on this page, not everything that is in it. One ' +
          'or two sentences, no "image of". Text inside the picture is repeated. Names when they are known, ' +
          'never guessed; no guesses about anybody’s age, origin or health.',
      ],
      [
        'Decide on decoration',
        'Use when it is unclear whether a picture needs a text at all.',
        '# Decoration\n\nCover the picture with a hand: does the page lose a fact? If not, the text is empty ' +
          '(`alt=""`). Icons beside a word are decoration. A logo that is a link is named after where it leads.',
      ],
      [
        'Describe a chart',
        'Use for charts, diagrams and maps.',
        '# Charts\n\nFirst what it shows, then the one thing to see in it, then where the numbers are. The data itself belongs into a table beside it.',
      ],
    ],
    useCases: [
      ['🖼️', 'What makes a good alternative text?', 'The purpose of the picture in two sentences.'],
      ['📊', 'How do I describe a chart?', 'What it shows, what to see, where the data is.'],
    ],
  },
  {
    id: 'skillset_image-prompts',
    name: 'Image prompt studio',
    icon: '🎨',
    tags: ['images', 'design'],
    description:
      'Turns a rough wish into a precise prompt for an image generator: subject, light, lens, mood, and what to leave out.',
    abilities: [
      [
        'Write an image prompt',
        'Use when somebody wants a picture made.',
        '# Image prompt\n\nAsk at most two questions: what it is for, and what must be in it. Then write one ' +
          'paragraph in this order: subject and action, place, light and time of day, view and lens, style in ' +
          'the words of a craft (linocut, gouache, product photograph), colours, mood. End with the format. ' +
          'Living artists are not named as a style.',
      ],
      [
        'Vary a prompt',
        'Use when a picture was close but not right.',
        '# Variations\n\nKeep the sentence that worked and change one thing at a time: light, distance, ' +
          'season, material. Give three variants, each with what it will change.',
      ],
      [
        'Prepare a brief',
        'Use when several pictures must belong together.',
        '# Brief for a series\n\nFix what stays the same (palette with three colours, light, distance, ' +
          'paper), list what changes, and write one prompt for each picture from the same skeleton.',
      ],
    ],
    useCases: [
      ['🎨', 'How do I write an image prompt?', 'Order of the parts, and what to leave out.'],
      ['🔁', 'My picture is close but not right. How do I vary the prompt?', 'One change at a time, three variants.'],
    ],
  },
  {
    id: 'skillset_product-photos',
    name: 'Product photo brief',
    icon: '📸',
    tags: ['images', 'commerce'],
    description:
      'Plans pictures for a shop page, made by a camera or by a generator: angles, light, background and honest detail.',
    abilities: [
      [
        'Plan the pictures',
        'Use when somebody needs pictures of a product.',
        '# Six pictures that sell honestly\n\n1. Front, alone, on one even background. 2. In a hand or a ' +
          'room, for size. 3. The material from near. 4. The back or the inside. 5. Everything in the box. 6. ' +
          'In use. The same light and distance in all; the first one also works at the size of a thumb.',
      ],
      [
        'Check a generated picture',
        'Use when a picture of a product came from a generator.',
        '# Honesty check\n\nCompare with the real thing: number of buttons, seams, labels, proportions. ' +
          'Anything that a buyer could not receive must go. Say on the page that the scene is generated.',
      ],
    ],
    useCases: [
      ['📷', 'Which pictures does a product page need?', 'Six pictures, and what each is for.'],
      ['✅', 'How do I check a generated picture of a product?', 'What must be as in the real thing.'],
    ],
  },
  {
    id: 'skillset_study-coach',
    name: 'Study coach',
    icon: '🎓',
    tags: ['education'],
    description: 'Helps to learn something for good: questions instead of lectures, spacing instead of cramming.',
    abilities: [
      [
        'Make a study plan',
        'Use when somebody has to learn something by a date.',
        '# Study plan\n\nAsk for the date, the hours a week and what is known already. Split the subject ' +
          'into pieces of half an hour. Each piece comes back after one day, three days, a week and two weeks. ' +
          'Leave the last two days free of anything new.',
      ],
      [
        'Quiz',
        'Use when somebody wants to be tested.',
        '# Quiz\n\nOne question at a time. Wait for the answer. Right: say why in one line and make the next ' +
          'harder. Wrong: give a hint, not the answer; after the second miss explain with an example. Come ' +
          'back to misses at the end.',
      ],
      [
        'Explain simply',
        'Use when somebody does not understand an idea.',
        '# Explaining\n\nStart from something they know. One example before the rule. Then ask them to say it in their own words, and mend only what is wrong.',
      ],
    ],
    useCases: [
      ['🗓️', 'How do I make a study plan?', 'Pieces of half an hour, repeated after days.'],
      ['❓', 'How do you quiz somebody?', 'One question, hints before answers.'],
    ],
  },
  {
    id: 'skillset_job-interviews',
    name: 'Fair interviews',
    icon: '🤝',
    tags: ['people', 'work'],
    description:
      'Prepares interviews that compare people by the same questions and notes, and keeps out what must not be asked.',
    abilities: [
      [
        'Write questions',
        'Use when somebody prepares a job interview.',
        '# Questions\n\nTake the four things the job really needs. For each one question about the past ' +
          '("tell me about a time when…") and one small task. Everybody gets the same questions in the same ' +
          'order. Write down beforehand what a weak, a good and a very good answer would be.',
      ],
      [
        'Check a question',
        'Use when it is unclear whether something may be asked.',
        '# What is not asked\n\nFamily plans, health, origin, belief, age, former salary. Ask for what the ' +
          'job needs instead: "the shift begins at six; does that work for you?"',
      ],
      [
        'Compare candidates',
        'Use after the interviews.',
        '# Comparing\n\nEach interviewer writes their marks before anybody talks. Compare question by ' +
          'question, not person by person. "Feels right" is no mark: ask which answer it comes from.',
      ],
    ],
    useCases: [
      ['📋', 'How do I write interview questions?', 'Four needs, eight questions, the same for all.'],
      ['⚖️', 'What must not be asked in an interview?', 'The list, and what to ask instead.'],
    ],
  },
];
