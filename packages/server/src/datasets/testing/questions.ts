/**
 * A question a visitor may ask, and the passages that answer it: `source#anchor`; one of them must be among the first
 * three found.
 */
export interface TestQuestion {
  readonly question: string;
  readonly expected: readonly string[];
}

const INSTALL = [
  'guides/site-owner#install-in-a-minute',
  'index#what-you-can-do-with-it',
  'guides/questions#how-do-i-install-it',
];

/** Asked in the words of visitors, not of the documentation. */
export const QUESTIONS: readonly TestQuestion[] = [
  {
    question: 'How do I install the chat on my website?',
    expected: INSTALL,
  },
  {
    question: 'how to add the widget to my page',
    expected: INSTALL,
  },
  { question: 'Can I change the color of the button?', expected: ['guides/site-owner#change-how-it-looks'] },
  { question: 'dark mode', expected: ['guides/site-owner#change-how-it-looks'] },
  { question: 'Move the launcher to the bottom left corner', expected: ['guides/site-owner#change-how-it-looks'] },
  { question: 'When is the chat loaded?', expected: ['guides/site-owner#when-the-chat-is-loaded'] },
  { question: 'open chat from my own button', expected: ['guides/site-owner#open-the-chat-from-your-own-button'] },
  { question: 'Do you set cookies?', expected: ['guides/site-owner#privacy'] },
  { question: 'nothing appears on my page, what is wrong?', expected: ['guides/site-owner#if-nothing-appears'] },
  { question: 'Does it work with an ad blocker?', expected: ['guides/site-owner#if-nothing-appears'] },
  { question: 'How do I use it with React?', expected: ['guides/integrator#react-without-an-iframe'] },
  { question: 'npm install', expected: ['guides/integrator#npm', 'guides/integrator#react-without-an-iframe'] },
  { question: 'What events are there?', expected: ['guides/integrator#events'] },
  { question: 'sendMessage', expected: ['guides/integrator#the-script-tag-api', 'guides/integrator#methods'] },
  { question: 'let the model call functions of my page', expected: ['guides/integrator#functions-on-your-page'] },
  {
    question: 'How can I register a function?',
    expected: ['guides/integrator#functions-on-your-page', 'guides/integrator#methods'],
  },
  { question: 'use only an iframe, no script', expected: ['guides/integrator#a-page-without-our-script'] },
  {
    question: 'How do I connect a language model?',
    expected: ['guides/operator#choosing-a-model', 'index#what-answers-when-no-model-is-set'],
  },
  { question: 'OPENAI_BASE_URL', expected: ['guides/operator#choosing-a-model', 'guides/operator#settings'] },
  { question: 'Can I use ollama or another local model?', expected: ['guides/operator#choosing-a-model'] },
  { question: 'How do I back up my data?', expected: ['guides/operator#data-backup-and-restore'] },
  { question: 'postgres', expected: ['guides/operator#postgresql', 'guides/operator#settings'] },
  { question: 'How do I change the port?', expected: ['guides/operator#settings'] },
  { question: 'nginx config', expected: ['guides/operator#behind-a-proxy'] },
  { question: 'Is there a health check?', expected: ['guides/operator#health'] },
  { question: 'what are the rate limits', expected: ['guides/operator#limits'] },
  { question: 'Which environment variables exist?', expected: ['guides/operator#settings'] },
  { question: 'content security policy with a nonce', expected: ['csp#with-a-nonce'] },
  { question: 'trusted types', expected: ['csp#with-trusted-types'] },
  { question: 'What licence does it have?', expected: ['index#licence'] },
  { question: 'how does it work', expected: ['index#how-it-works'] },
  { question: 'Can replies contain tables and code?', expected: ['content#text', 'content#code'] },
  { question: 'Are pictures loaded from other hosts?', expected: ['content#pictures'] },
  { question: 'suggestion links', expected: ['content#links'] },
  {
    question: 'instal on webste',
    expected: INSTALL,
  },
];

/** Questions the documentation says nothing about. */
export const UNANSWERABLE: readonly string[] = [
  'What is the capital of France?',
  'Who won the world cup in 2022?',
  'Give me a recipe for pancakes',
  'What is the weather in Berlin tomorrow?',
  'How do I cancel my Netflix subscription?',
  'Write a poem about autumn leaves',
  'What is 17 times 23?',
  'Best restaurants near the station',
  'How tall is Mount Everest?',
  'Do you ship to Canada?',
  'Wie wird das Wetter morgen?',
  'asdfghjkl qwertz',
  'Can you book a flight for me?',
];
