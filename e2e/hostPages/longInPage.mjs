// A page of its own length with a widget in it that has 10,000 messages: more than a host message may carry, so no
// frame. Bundled by bundleInPage.ts.
import { browserEnvironment, createWidget, loadIntegration } from '../../packages/widget-core/dist/index.js';
import { ChatWidget } from '@sotto/widget-react';
import styles from '@sotto/widget-react/widget.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const COUNT = 10_000;
const base = new URLSearchParams(location.search).get('base');
const sheet = new CSSStyleSheet();
sheet.replaceSync(styles);
document.adoptedStyleSheets = [sheet];

async function start() {
  const environment = browserEnvironment(window);
  const integration = await loadIntegration(base, 'demo', environment);
  const widget = createWidget({ base, integration, environment, config: { layout: 'stretch' } });
  widget.conversation.setMessages(
    Array.from({ length: COUNT }, (_, n) =>
      n % 2 === 0
        ? { id: `p${n}`, type: 'user', text: `Question number ${n}?` }
        : {
            id: `p${n}`,
            type: 'bot',
            text: `Answer number ${n}. ${'Some **bold** words. '.repeat(1 + ((n * 7) % 5))}\n\nIt stands in [the notes of ${n}](#shipping).`,
          },
    ),
  );
  createRoot(document.getElementById('chat')).render(createElement(ChatWidget, { widget }));
  window.widget = widget;
}

void start();
