/** What strangers write, by file name; each must compile as it stands, and each mistake in it must be one. */
export const SOURCES: Readonly<Record<string, string>> = {
  'app.ts': `
import { connectFrame, loadWidget, mountWidget, type SottoChatAttributes, type SottoChatElement, type WidgetConfig } from '@sotto/loader';
import '@sotto/loader/element';

const config: WidgetConfig = { widget: 'demo', layout: 'popover', theme: { name: 'dark', config: { barPrimary: '#123' } } };
// @ts-expect-error a layout that does not exist
const wrong: WidgetConfig = { layout: 'bottom' };

export async function start(iframe: HTMLIFrameElement): Promise<string> {
  const widget: SottoChatElement | null = await loadWidget({ ...config, src: 'https://chat.example.com/integrations/widget/v2.js' });
  const stop = widget?.on('receive', ({ message }, event) => { console.log(message.text.length, event.type); });
  stop?.();
  // @ts-expect-error an event that does not exist
  widget?.on('recieve', () => undefined);
  mountWidget({ ...config, base: 'https://chat.example.com' }, '#place').setAttribute('open', '');
  await connectFrame(iframe);
  window.addEventListener('sotto:ready', ({ detail }) => { console.log(detail.protocol, detail.widget.widgetId); });
  const made = document.createElement('sotto-chat');
  made.meta = { plan: 'pro' };
  return (await made.sendMessage('hello')).text + String(wrong.layout);
}
export const named: SottoChatAttributes = { 'bar-title': 'Help' };
`,
  'react.tsx': `
/** @jsxImportSource react */
import '@sotto/loader/jsx-react';
import { useRef } from 'react';
import type { SottoChatElement } from '@sotto/loader';

export function Help() {
  const chat = useRef<SottoChatElement>(null);
  return <>
    <sotto-chat ref={chat} key="chat" widget="demo" layout="stretch" hide-bar theme-button-primary="#345" \
offset-x={12} style={{ height: 600 }} onready={({ detail }) => { console.log(detail.build); }} />
    {/* @ts-expect-error a layout that does not exist */}
    <sotto-chat widget="demo" layout="bottom" />
    {/* @ts-expect-error a switch is no text */}
    <sotto-chat widget="demo" hide-bar="yes" />
    {/* @ts-expect-error an attribute that does not exist */}
    <sotto-chat widgett="demo" />
  </>;
}
`,
  'preact.tsx': `
/** @jsxImportSource preact */
import '@sotto/loader/jsx-preact';

export const help = <sotto-chat widget="demo" class="chat" bar-title="Help" onreceive={({ detail }) => { console.log(detail.message.text); }} />;
// @ts-expect-error a position that does not exist
export const wrong = <sotto-chat widget="demo" position="middle" />;
// @ts-expect-error an attribute that does not exist
export const unknown = <sotto-chat widgett="demo" />;
`,
  'solid.tsx': `
/** @jsxImportSource solid-js */
import '@sotto/loader/jsx-solid';

export const help = () => <sotto-chat widget="demo" class="chat" load="visible" on:receive={({ detail }) => { console.log(detail.message.text); }} />;
// @ts-expect-error a moment that does not exist
export const wrong = () => <sotto-chat widget="demo" load="later" />;
// @ts-expect-error an attribute that does not exist
export const unknown = () => <sotto-chat widgett="demo" />;
`,
  'vue.ts': `
import '@sotto/loader/jsx-vue';
import type { GlobalComponents } from 'vue';

type Props = InstanceType<GlobalComponents['sotto-chat']>['$props'];
export const props: Props = { widget: 'demo', 'hide-bar': true, class: 'chat', onReceive: ({ detail }) => { console.log(detail.message.text); } };
// @ts-expect-error a consent that does not exist
export const wrong: Props = { widget: 'demo', consent: 'maybe' };
`,
  'core.ts': `
import { createWidget, isWidgetError } from '@sotto/widget-core';
import type { Message } from '@sotto/widget-core/api';
import { hostToFrame } from '@sotto/widget-core/internal/protocol';
import { parseContent } from '@sotto/widget-core/content';
import { ChatWidget } from '@sotto/widget-react';
import { createServer } from '@sotto/server';

export const message: Pick<Message, 'text'> = { text: 'hello' };
// @ts-expect-error a text is no number
export const wrong: Pick<Message, 'text'> = { text: 1 };
export const all = [typeof createWidget, typeof parseContent, typeof ChatWidget, typeof createServer, \
isWidgetError(new Error('x')), Object.keys(hostToFrame).length];
`,
};

/**
 * How programs find modules. Under the rules of Node 16 a CommonJS program cannot read ES modules, which all our
 * packages but the loader are, and Solid is.
 */
export const RESOLUTIONS = {
  bundler: { type: 'module', module: 'esnext', moduleResolution: 'bundler', without: [] },
  'Node 16, ES modules': { type: 'module', module: 'node16', moduleResolution: 'node16', without: [] },
  'Node 16, CommonJS': {
    type: 'commonjs',
    module: 'node16',
    moduleResolution: 'node16',
    without: ['core.ts', 'solid.tsx'],
  },
  'Node now, CommonJS': { type: 'commonjs', module: 'nodenext', moduleResolution: 'nodenext', without: [] },
} as const;
