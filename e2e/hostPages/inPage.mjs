// A page with two widgets without an iframe: one in the page, one in a shadow root, each with a theme of its own.
// Bundled by bundleInPage.ts.
import { ChatWidget } from '@sotto/widget-react';
import styles from '@sotto/widget-react/widget.css';
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const base = new URLSearchParams(location.search).get('base');

function adopt(root) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  root.adoptedStyleSheets = [sheet];
}

function draw(place, settings) {
  createRoot(place).render(
    createElement(
      StrictMode,
      null,
      createElement(ChatWidget, { base, widget: 'demo', layout: 'stretch', ...settings }),
    ),
  );
}

adopt(document);
draw(document.getElementById('light'), {
  session: 'light',
  colorScheme: 'light',
  barTitle: 'Light',
  theme: { name: 'modern', config: { barPrimary: '#225544' } },
});

const shadow = document.getElementById('shadow').attachShadow({ mode: 'open' });
adopt(shadow);
const inside = shadow.appendChild(document.createElement('div'));
inside.style.blockSize = '100%';
draw(inside, { session: 'dark', colorScheme: 'dark', barTitle: 'Dark' });
