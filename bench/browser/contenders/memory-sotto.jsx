// Half an hour of chatting in the whole widget, against a fresh page that is given the same messages.
import { browserEnvironment, createWidget } from '@sotto/widget-core';
import { ChatWidget } from '@sotto/widget-react';
import '@sotto/widget-react/widget.css';
import { createRoot } from 'react-dom/client';
import { answerCalls, integration, send, until } from './_sottoApi.js';
import { reply } from '../src/fixtures/markdown.mjs';

window.__memory = {
  /** @param messages - what the page begins with; undefined: nothing has been said yet */
  async open(messages) {
    const host = document.getElementById('host');
    this.api = answerCalls(messages?.length);
    this.widget = createWidget({ integration, base: location.origin, config: { layout: 'fullscreen' }, environment: browserEnvironment(window) });
    this.widget.view.setOpen(true);
    if (messages) this.widget.conversation.setMessages(messages);
    createRoot(host).render(<ChatWidget widget={this.widget} placement="frame" />);
    this.box = await until(() => host.querySelector('textarea'));
  },
  /** So many questions with their streamed replies of about 800 characters, one after the other. */
  async chat(from, count) {
    const { api, box } = this;
    for (let i = from; i < from + count; i++) {
      await until(() => !box.disabled);
      await send(box, `Question ${i}`);
      await api.streaming();
      const text = reply(800, i + 1);
      for (let at = 0; at < text.length; at += 40) {
        api.push(text.slice(at, at + 40));
        if (at % 400 === 0) await new Promise((r) => requestAnimationFrame(r));
      }
      api.end();
      await new Promise((r) => setTimeout(r, 20));
    }
  },
  messages() { return this.widget.conversation.getState().messages; },
};
