// Half an hour of chatting in the shipped frame, against a fresh frame that shows the same messages.
import { answerCalls, send, until } from './_sottoApi.js';
import { startFrame } from './_sottoFrame.js';
import { reply } from '../src/fixtures/markdown.mjs';

window.__memory = {
  async open() {
    this.api = answerCalls();
    this.box = await startFrame(document.getElementById('host'));
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
  count: () => document.querySelectorAll('article').length,
};
