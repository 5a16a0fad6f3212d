// Ways to put a chat on a host page. `html(ctx)` is added to the blank page; ctx has { same, cross } origins and build paths.
const loader = (mode) => ({ cross }) => `<script async data-widget data-mode="${mode}" data-src="${cross}/host/frame/" src="/host/loader/index.js"></script>`;
const clickPrototype = () => new Promise((ready) => {
  const start = performance.now();
  addEventListener('widget:ready', () => ready(performance.now() - start), { once: true });
  document.querySelector('button[aria-label]').click();
});
const inline = (name) => () => `<div id="root" style="width:420px;height:600px"></div><script type="module" src="/host/${name}/index.js"></script>`;
/** The real script tag. "Ready" is the widget's own event: the frame has said hello and its text box stands. */
const sotto = (load) => ({ sotto: origin }) => `<script async src="${origin}/integrations/widget/v2.js" data-widget="demo" data-load="${load}"></script>`;
const clickSotto = () => new Promise((ready) => {
  const start = performance.now();
  window.sotto.on('ready', () => ready(performance.now() - start));
  document.querySelector('sotto-chat').shadowRoot.querySelector('button').click();
});
const bubble = (name) => () => `<script type="module" src="/host/${name}/index.js"></script>`;
export const hosts = [
  { name: 'blank', label: 'blank host page', html: () => '' },
  { name: 'sotto', label: 'Sotto, first visit (default)', html: sotto('idle'), click: clickSotto },
  { name: 'sotto-eager', label: 'Sotto, cross-site frame at once', html: sotto('eager') },
  { name: 'facade', label: 'prototype loader, frame on first click', html: loader('facade'), click: clickPrototype },
  { name: 'idle', label: 'prototype loader, cross-site frame after load + idle', html: loader('idle') },
  { name: 'eager', label: 'prototype loader, cross-site frame at once', html: loader('eager') },
  { name: 'eager-same', label: 'prototype loader, same-origin frame at once', html: ({ same }) => loader('eager')({ cross: same }) },
  { name: 'inline-react', label: 'base React app inline in the host page', html: inline('inline-react') },
  { name: 'deep-chat', label: 'deep-chat inline', html: inline('deep-chat') },
  { name: 'assistant-ui', label: 'assistant-ui inline', html: inline('assistant-ui') },
  { name: 'botframework', label: 'botframework-webchat inline', html: inline('botframework') },
  { name: 'typebot', label: 'Typebot bubble (published web.js)', html: bubble('typebot') },
  { name: 'flowise', label: 'Flowise bubble (published web.js)', html: bubble('flowise') },
  { name: 'n8n', label: 'n8n chat window (published bundle)', html: bubble('n8n') },
];
const list = (file) => `import c from './contenders/list/${file}'; import { conversation } from './src/fixtures/markdown.mjs'; c.mount(document.getElementById('root'), conversation(10));`;
export const sources = {
  loader: `import './contenders/host/loader.js';`,
  frame: `import './contenders/host/frame.jsx';`,
  'inline-react': `import './contenders/host/frame.jsx';`,
  'deep-chat': list('deep-chat.js'),
  'assistant-ui': list('assistant-ui.jsx'),
  botframework: list('botframework.jsx'),
  // Their servers are not there: what is measured is what a page pays until the bubble stands.
  typebot: `import Typebot from './node_modules/@typebot.io/js/dist/web.js'; Typebot.initBubble({ typebot: 'bench', apiHost: location.origin });`,
  flowise: `import Chatbot from './node_modules/flowise-embed/dist/web.js'; Chatbot.init({ chatflowid: 'bench', apiHost: location.origin });`,
  n8n: `import { createChat } from './.vendor/n8n-chat/package/dist/chat.bundle.es.js'; import './.vendor/n8n-chat/package/dist/style.css'; createChat({ webhookUrl: location.origin + '/none' });`,
};
