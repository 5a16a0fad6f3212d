// The whole widget: server-sent events, session, store, storage, other tabs, announcements, scrolling and rendering.
import { answerCalls, send } from '../_sottoApi.js';
import { startFrame } from '../_sottoFrame.js';
export default {
  label: 'Sotto (the shipped frame, whole)', ownScroll: true,
  async mount(host) {
    const api = answerCalls();
    await send(await startFrame(host), 'Go');
    await api.streaming();
    return { push: api.push, end: api.end };
  },
};
