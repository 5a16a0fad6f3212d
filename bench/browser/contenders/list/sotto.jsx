import { browserEnvironment, createWidget } from '@sotto/widget-core';
import { ChatWidget } from '@sotto/widget-react';
import '@sotto/widget-react/widget.css';
import { createRoot } from 'react-dom/client';
import { answerCalls, integration, until } from '../_sottoApi.js';
const toMessage = ({ id, role, text, at }) => ({ id, type: role === 'user' ? 'user' : 'bot', text, createdAt: at });
export default {
  label: 'Sotto (whole widget)', input: 'textarea',
  async mount(host, messages) {
    answerCalls();
    const widget = createWidget({ integration, base: location.origin, config: { layout: 'fullscreen' }, environment: browserEnvironment(window) });
    widget.view.setOpen(true);
    widget.conversation.setMessages(messages.map(toMessage));
    createRoot(host).render(<ChatWidget widget={widget} placement="frame" />);
    await until(() => host.querySelector('textarea'));
    return { append: (m) => { widget.conversation.receive({ message: m.text, type: 'bot' }); } };
  },
};
