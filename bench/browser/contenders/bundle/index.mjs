// What goes into each bundle. `js` is the entry's source; `file` measures a published file as it is (no bundling).
// alias lets one source be built against another library.
const BASE = `
import { createRoot } from 'react-dom/client';
import { create } from 'zustand';
import { useFloating, autoUpdate, offset, flip, shift } from '@floating-ui/react';
import { marked } from 'marked';
import DOMPurify from 'dompurify';
const useStore = create((set) => ({ n: 0, inc: () => set((s) => ({ n: s.n + 1 })) }));
function App() {
  const n = useStore((s) => s.n);
  const { refs, floatingStyles } = useFloating({ middleware: [offset(4), flip(), shift()], whileElementsMounted: autoUpdate });
  return <div ref={refs.setReference} style={floatingStyles} dangerouslySetInnerHTML={{ __html: DOMPurify.sanitize(marked.parse('# ' + n)) }} />;
}
createRoot(document.body).render(<App />);`;
const compat = { react: 'preact/compat', 'react-dom/client': 'preact/compat/client', 'react-dom': 'preact/compat', 'react/jsx-runtime': 'preact/jsx-runtime' };

/** The React a page has already; an integrator does not pay for it twice. */
const REACT = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime'];

export const bundles = [
  { name: 'Sotto: frame, first usable chat (as shipped)', group: 'widgets', page: 'packages/frame/dist/index.html' },
  { name: 'Sotto: @sotto/widget-react with React and its style sheet', group: 'widgets', js: `import { createRoot } from 'react-dom/client'; import { ChatWidget } from '@sotto/widget-react'; import '@sotto/widget-react/widget.css'; import { createWidget, browserEnvironment } from '@sotto/widget-core'; createRoot(document.body).render(<ChatWidget create={() => createWidget({ environment: browserEnvironment(window) })} />);` },
  { name: 'Sotto: @sotto/widget-react in an app that has React', group: 'widgets', external: REACT, js: `export { ChatWidget } from '@sotto/widget-react';` },
  { name: 'Sotto: @sotto/widget-core alone', group: 'widgets', js: `export { createWidget } from '@sotto/widget-core';` },
  { name: 'Sotto: v2.js (queue, launcher and loader, as shipped)', group: 'loaders', files: 'packages/loader/dist/v2.js' },
  { name: 'Sotto: everything in the host page (v2.js, and element.mjs on intent)', group: 'loaders', files: 'packages/loader/dist/v2.js', also: 'packages/loader/dist/v2/*/element.mjs' },
  { name: 'react + react-dom/client', group: 'base', js: `import { createRoot } from 'react-dom/client'; createRoot(document.body).render(<p>hi</p>);` },
  { name: 'preact', group: 'base', js: `import { render, h } from 'preact'; render(h('p', null, 'hi'), document.body);` },
  { name: 'preact/compat', group: 'base', alias: compat, js: `import { createRoot } from 'react-dom/client'; createRoot(document.body).render(<p>hi</p>);` },
  { name: 'base: react-dom + zustand + @floating-ui/react + marked + dompurify', group: 'base', js: BASE },
  { name: 'base on preact/compat', group: 'base', alias: compat, js: BASE },
  { name: 'base with @floating-ui/dom in place of /react', group: 'base', js: BASE.replace("import { useFloating, autoUpdate, offset, flip, shift } from '@floating-ui/react';", "import { computePosition, offset, flip, shift } from '@floating-ui/dom';").replace(/const \{ refs.*\n/, '').replace('ref={refs.setReference} style={floatingStyles}', 'ref={(e) => { if (e) computePosition(e, e, { middleware: [offset(4), flip(), shift()] }); }}') },
  { name: 'part: zustand', group: 'parts', external: ['react'], js: `import { create } from 'zustand'; console.log(create(() => ({})));` },
  { name: 'part: zustand/vanilla', group: 'parts', js: `import { createStore } from 'zustand/vanilla'; console.log(createStore(() => ({})));` },
  { name: 'part: @floating-ui/react (positioning only)', group: 'parts', external: ['react', 'react-dom', 'react/jsx-runtime'], js: `import { useFloating, autoUpdate, offset, flip, shift } from '@floating-ui/react'; console.log(useFloating, autoUpdate, offset, flip, shift);` },
  { name: 'part: marked', group: 'parts', js: `import { marked } from 'marked'; console.log(marked.parse('x'));` },
  { name: 'part: dompurify', group: 'parts', js: `import D from 'dompurify'; console.log(D.sanitize('x'));` },
  { name: 'part: streaming-markdown', group: 'parts', js: `import * as s from 'streaming-markdown'; console.log(s.parser, s.parser_write, s.default_renderer);` },
  { name: 'part: virtua (VList)', group: 'parts', external: ['react', 'react-dom', 'react/jsx-runtime'], js: `import { VList } from 'virtua'; console.log(VList);` },
  { name: 'part: @tanstack/react-virtual', group: 'parts', external: ['react', 'react-dom'], js: `import { useVirtualizer } from '@tanstack/react-virtual'; console.log(useVirtualizer);` },
  { name: 'part: react-virtuoso', group: 'parts', external: ['react', 'react-dom', 'react/jsx-runtime'], js: `import { Virtuoso } from 'react-virtuoso'; console.log(Virtuoso);` },

  { name: 'react-dom + react-markdown + remark-gfm', group: 'markdown', js: `import { createRoot } from 'react-dom/client'; import M from 'react-markdown'; import g from 'remark-gfm'; createRoot(document.body).render(<M remarkPlugins={[g]}>hi</M>);` },
  { name: 'react-dom + streamdown', group: 'markdown', js: `import { createRoot } from 'react-dom/client'; import { Streamdown } from 'streamdown'; createRoot(document.body).render(<Streamdown>hi</Streamdown>);` },
  { name: 'katex (js + css + woff2)', group: 'heavy', js: `import katex from 'katex'; import 'katex/dist/katex.min.css'; katex.render('x', document.body);` },
  { name: 'mermaid', group: 'heavy', js: `import mermaid from 'mermaid'; mermaid.initialize({}); mermaid.render('a', 'graph TD; A-->B');` },
  { name: 'mermaid behind import()', group: 'heavy', js: `document.body.onclick = () => import('mermaid').then((m) => m.default.render('a', 'graph TD; A-->B'));` },

  { name: 'deep-chat', group: 'widgets', js: `import 'deep-chat';` },
  { name: 'botframework-webchat (React)', group: 'widgets', js: `import { createRoot } from 'react-dom/client'; import W, { createDirectLine } from 'botframework-webchat'; createRoot(document.body).render(<W directLine={createDirectLine({ token: 'x' })} />);` },
  { name: 'botframework-webchat CDN file webchat.js', group: 'widgets', file: 'botframework-webchat/dist/webchat.js' },
  { name: 'botframework-webchat CDN file webchat-minimal.js', group: 'widgets', file: 'botframework-webchat/dist/webchat-minimal.js' },
  { name: '@assistant-ui/react + react-markdown + gfm', group: 'widgets', js: `import { createRoot } from 'react-dom/client'; import { AssistantRuntimeProvider, ThreadPrimitive, MessagePrimitive, ComposerPrimitive, useLocalRuntime } from '@assistant-ui/react'; import { MarkdownTextPrimitive } from '@assistant-ui/react-markdown'; import g from 'remark-gfm';
    const Text = () => <MarkdownTextPrimitive remarkPlugins={[g]} />; const M = () => <MessagePrimitive.Root><MessagePrimitive.Parts components={{ Text }} /></MessagePrimitive.Root>;
    function App() { const r = useLocalRuntime({ async *run() {} }); return <AssistantRuntimeProvider runtime={r}><ThreadPrimitive.Root><ThreadPrimitive.Viewport><ThreadPrimitive.Messages components={{ Message: M }} /></ThreadPrimitive.Viewport><ComposerPrimitive.Root><ComposerPrimitive.Input /><ComposerPrimitive.Send /></ComposerPrimitive.Root></ThreadPrimitive.Root></AssistantRuntimeProvider>; }
    createRoot(document.body).render(<App />);` },
  { name: '@n8n/chat (its self-contained chat.bundle.es.js)', group: 'widgets', js: `import { createChat } from './.vendor/n8n-chat/package/dist/chat.bundle.es.js'; createChat({ webhookUrl: 'x' });`, css: '.vendor/n8n-chat/package/dist/style.css' },
  { name: '@botpress/webchat (React)', group: 'widgets', js: `import { createRoot } from 'react-dom/client'; import { Webchat } from '@botpress/webchat'; createRoot(document.body).render(<Webchat clientId="x" />);`, css: '@botpress/webchat/dist/style.css' },
  { name: '@typebot.io/js web.js (as served)', group: 'widgets', file: '@typebot.io/js/dist/web.js' },
  { name: 'flowise-embed web.js (as served)', group: 'widgets', file: 'flowise-embed/dist/web.js' },

  { name: '@typebot.io/js index (command shim)', group: 'loaders', file: '@typebot.io/js/dist/index.js' },
  { name: '@intercom/messenger-js-sdk (fetches the messenger from its CDN)', group: 'loaders', js: `import I from '@intercom/messenger-js-sdk'; I({ app_id: 'x' });` },
  { name: 'crisp-sdk-web (fetches client.crisp.chat/l.js)', group: 'loaders', js: `import { Crisp } from 'crisp-sdk-web'; Crisp.configure('x');` },
  { name: '@openai/chatkit-react (binding; the component comes from a CDN)', group: 'loaders', external: ['react', 'react/jsx-runtime'], js: `import { ChatKit, useChatKit } from '@openai/chatkit-react'; console.log(ChatKit, useChatKit);` },
  { name: 'prototype loader (contenders/host/loader.js)', group: 'loaders', js: `import './contenders/host/loader.js';` },
];
