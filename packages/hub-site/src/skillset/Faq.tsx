import type { HubType } from '@sotto/hub-api';

type Question = readonly [question: string, answer: string];

const SKILLSET: readonly Question[] = [
  [
    'What is a skillset?',
    'A set of abilities that a bot may use; each ability has a name, a description of when the bot uses it, and an instruction on how.',
  ],
  [
    'How do I create an ability?',
    'Open the skillset, choose Add ability, give it a name, a description and an instruction, save.',
  ],
  [
    'How do I change or delete one?',
    'Open it in the skillset; saved changes apply from the bot’s next reply; deleting asks first and cannot be undone.',
  ],
];
const QUESTIONS: Readonly<Record<HubType, readonly Question[]>> = {
  skillset: SKILLSET,
  bot: [
    [
      'What is a bot?',
      'Who answers in a chat: a backstory that defines its tone and purpose, with the skillsets it may use and the datasets it may search.',
    ],
    ['Can I change a bot I cloned?', 'Yes. The copy is yours; the original stays as it is.'],
  ],
  dataset: [
    [
      'What is a dataset?',
      'Documents a bot looks things up in before it answers. Answers name the document and the section they are based on.',
    ],
    [
      'Which files can I upload?',
      'Plain text, markdown, HTML, CSV, JSON, PDF, Word, Excel and PowerPoint, up to 10 MB each.',
    ],
  ],
  widget: [
    ['What is a widget?', 'A chat on a site: a bot, with layout, colours and texts of its own.'],
    [
      'How do I put it on my site?',
      'Paste its one line before the end of the body. It loads three kilobytes until a visitor moves toward it.',
    ],
  ],
  blueprint: [
    [
      'What is a blueprint?',
      'Bots, skillsets, datasets and widgets that work together, with the steps to set them up.',
    ],
    ['Does cloning copy all parts?', 'Each part is cloned from its own page, so you decide what you need.'],
  ],
};

/** Built-in questions for each kind. */
export function Faq({ type }: { type: HubType }) {
  return (
    <section className="item-section" aria-labelledby="questions">
      <h2 id="questions">Questions</h2>
      <div className="faq">
        {QUESTIONS[type].map(([question, answer]) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
