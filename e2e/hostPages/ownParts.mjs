// A page with a chat without an iframe in which the owner has replaced parts. `?kind` says what rules the page has for
// them, `?order` whether they stand before or after ours. Bundled by bundleInPage.ts.
import { ChatWidget, Composer } from '@sotto/widget-react';
import { Parts } from '@sotto/widget-react/parts';
import styles from '@sotto/widget-react/widget.css';
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';

const query = new URLSearchParams(location.search);

/** What the owner says of each part of their own. */
const LOOK =
  'display: inline-block; margin: 3px 5px; padding: 9px 13px; border: 2px solid rgb(1, 2, 3); ' +
  'border-radius: 7px; background-color: rgb(0, 128, 128); color: rgb(250, 250, 250); font: italic 700 ' +
  '21px / 30px serif; box-sizing: content-box; text-transform: uppercase; cursor: help;';
const SHEETS = {
  none: '',
  plain: `.own { ${LOOK} }`,
  module: `._own_1k3x9_7 { ${LOOK} }`,
  // As Tailwind 4 writes them: a reset of its own and the utilities, each in a layer.
  utilities:
    `@layer theme, base, components, utilities; @layer base { *, ::before, ::after { box-sizing: ` +
    `border-box; margin: 0; padding: 0; border: 0 solid; } button { font: inherit; color: inherit; ` +
    `background-color: transparent; } } @layer utilities { .own { ${LOOK} } }`,
};
const kind = query.get('kind') ?? 'plain';
const className = kind === 'module' ? '_own_1k3x9_7' : 'own';

function addSheet(text) {
  document.head.append(Object.assign(document.createElement('style'), { textContent: text }));
}
const sheets = [SHEETS[kind], styles];
for (const sheet of query.get('order') === 'after' ? sheets.reverse() : sheets) addSheet(sheet);

const components = {
  Launcher: ({ buttonRef, label, onClick }) =>
    h(
      'button',
      { ref: buttonRef, type: 'button', className, 'data-own': 'Launcher', 'aria-label': label, onClick },
      'Ask us',
    ),
  TopBar: ({ onClose }) =>
    h(
      'header',
      { className, 'data-own': 'TopBar' },
      h('h2', { className, 'data-own': 'TopBar title' }, 'Shop'),
      h('button', { type: 'button', className, 'data-own': 'TopBar button', onClick: onClose }, 'Close'),
    ),
  Code: ({ block }) =>
    h('pre', { className, 'data-own': 'Code' }, h('code', { className, 'data-own': 'Code text' }, block.text)),
  Quote: ({ block }) => h('aside', { className, 'data-own': 'Quote' }, h(Parts, { blocks: block.blocks })),
  Link: ({ link, children }) => h('a', { href: link.href, className, 'data-own': 'Link' }, children),
  Composer: (props) => h(Composer, props),
  SendButton: ({ buttonRef, label, does, onClick }) =>
    h(
      'button',
      {
        ref: buttonRef,
        type: does === 'send' ? 'submit' : 'button',
        className,
        'data-own': 'SendButton',
        'aria-label': label,
        onClick,
      },
      'Go',
    ),
};

createRoot(document.getElementById('chat')).render(
  h(ChatWidget, {
    base: query.get('base'),
    widget: 'demo',
    layout: 'popover',
    open: true,
    components: query.has('ours') ? {} : components,
  }),
);
