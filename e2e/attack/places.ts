import type { Attack } from './readAttacks';

/** A message as a host page may set it. */
type AttackMessage = { readonly type: string; readonly text: string } & Record<string, unknown>;
export type PlacedMessage = { readonly id: string } & AttackMessage;

/** A place where a stranger's text is shown: in a message of the conversation. */
export interface MessagePlace {
  readonly name: string;
  /** Undefined: this attack has no form in this place. */
  readonly put: (attack: Attack) => AttackMessage | undefined;
}

/** A place outside the conversation: settings given to the widget, one attack at a time. */
export interface SettingPlace {
  readonly name: string;
  readonly put: (attack: Attack) => Record<string, unknown> | undefined;
}

const FENCES: Readonly<Record<string, string>> = {
  button: 'buttons',
  buttons: 'buttons',
  carousel: 'carousel',
  card: 'card',
  form: 'form',
};

/**
 * The text of a message that carries the attack in its own language: a formula, a diagram, a rich block, or the words
 * themselves.
 */
export function asText({ kind, syntax, payload }: Attack): string {
  if (syntax === 'katex') return `$$\n${payload}\n$$\n\nand inline $${payload}$ here`;
  if (syntax === 'mermaid') return fence('mermaid', payload);
  if (syntax === 'json')
    return fence(FENCES[readType(payload) ?? kind.replace('widget-block:', '')] ?? 'form', payload);
  return payload;
}

const messageOf = (type: string) => (attack: Attack) => ({ type, text: asText(attack) });
const rich =
  (type: string, body: (text: string) => unknown) =>
  ({ payload }: Attack) => ({ type: 'bot', text: fence(type, JSON.stringify(body(payload))) });
const button = (text: string): object => ({ caption: text, href: text, link: text, message: text, icon: text });
const card = (text: string): object => ({
  title: text,
  description: text,
  image: text,
  link: text,
  buttons: [button(text), { caption: text }],
});

/** Who can say it, and every field of a message that is shown. */
export const MESSAGE_PLACES: readonly MessagePlace[] = [
  { name: 'bot message', put: messageOf('bot') },
  { name: 'visitor message', put: messageOf('user') },
  { name: 'form answer', put: messageOf('input') },
  { name: 'opening message', put: messageOf('initial') },
  {
    name: 'tool result',
    put: (attack) => ({
      type: 'context',
      text: attack.payload,
      meta: {
        activity: {
          type: 'response',
          function: { name: attack.payload, arguments: attack.payload, result: attack.payload },
        },
      },
    }),
  },
  { name: 'card', put: rich('card', card) },
  { name: 'carousel', put: rich('carousel', (text) => ({ items: [card(text), card(text)] })) },
  { name: 'button group', put: rich('buttons', (text) => [button(text), { caption: text }]) },
  {
    name: 'form',
    put: rich('form', (text) => ({
      method: text,
      url: text,
      submit: text,
      fields: [
        { name: text, label: text, type: text, placeholder: text, default: text },
        { name: 'a', label: text, type: 'select', options: [text, { value: text, caption: text }], default: text },
        { name: 'b', label: text, type: 'object', default: text },
        { name: 'c', label: text, type: 'radio', options: [text] },
      ],
    })),
  },
  {
    name: 'source of a reply',
    put: ({ payload }) => ({
      type: 'bot',
      text: 'As it is written.',
      references: [
        { source: payload, title: payload, url: payload },
        { source: payload, url: payload },
      ],
    }),
  },
  { name: 'link preview', put: previewOf },
  {
    name: 'file name',
    put: ({ payload }) => ({
      type: 'user',
      text: 'See these.',
      attachments: ['image/png', 'image/svg+xml', 'text/html', payload].map((type) => ({
        type,
        localName: payload,
        localURL: payload,
        url: payload,
        size: 10,
      })),
    }),
  },
];

/** One field or more of every kind a theme has. */
const THEME_FIELDS = [
  'version',
  'fontFamily',
  'fontSize',
  'lineHeight',
  'framePrimary',
  'barPrimary',
  'barText',
  'conversationPrimary',
  'messagesPadding',
  'botMessagePrimary',
  'botMessagePadding',
  'botMessageRounding',
  'userMessagePrimary',
  'buttonShadow',
  'messageStyle',
  'popoverWidth',
  'backdropBlur',
];

/** Every word, icon, colour and picture that a page can set. */
export const SETTING_PLACES: readonly SettingPlace[] = [
  {
    name: 'settings',
    put: ({ kind, payload }) => ({
      barTitle: payload,
      barIcon: payload,
      placeholder: payload,
      intro: payload,
      initial: payload,
      background: payload,
      banner: payload,
      botIcon: payload,
      userIcon: payload,
      contextIcon: payload,
      buttonIcon: payload,
      buttonTitle: payload,
      brandCaption: payload,
      brandURL: payload,
      brandLogo: payload,
      ...(kind.startsWith('widget-block') ? parse(payload) : undefined),
    }),
  },
  {
    name: 'words',
    put: ({ payload }) => ({
      intl: {
        en: Object.fromEntries(
          [
            'title',
            'intro',
            'initial',
            'placeholder',
            'open',
            'close',
            'menu',
            'conversation',
            'send',
            'copy',
            'preview',
            'showImage',
            'opensInTab',
            'you',
            'youSaid',
            'botSaid',
            'sources',
            'formTarget',
          ].map((word) => [word, payload]),
        ),
      },
    }),
  },
  {
    name: 'theme',
    put: ({ payload }) => ({
      theme: { name: payload, config: Object.fromEntries(THEME_FIELDS.map((field) => [field, payload])) },
    }),
  },
];

function previewOf({ payload }: Attack): AttackMessage {
  const own = parse(payload)?.['micro'];
  const micro =
    typeof own === 'object' && own !== null
      ? own
      : {
          url: 'https://example.com/',
          title: payload,
          description: payload,
          image: payload,
          logo: payload,
          publisher: payload,
        };
  return { type: 'bot', text: 'See [this](https://example.com/).', micro };
}

function fence(info: string, body: string): string {
  const longest = Math.max(2, ...(body.match(/`+/g) ?? []).map((run) => run.length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}${info}\n${body}\n${mark}`;
}

function readType(payload: string): string | undefined {
  const type = parse(payload)?.['type'];
  return typeof type === 'string' ? type : undefined;
}

function parse(payload: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(payload);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
