// docs: own-parts
import { ChatWidget, type WidgetComponents } from '@sotto/widget-react';
import '@sotto/widget-react/widget.css';

const components: Partial<WidgetComponents> = {
  Code: ({ block }) => (
    <pre className="my-code">
      <code>{block.text}</code>
    </pre>
  ),
  Card: ({ card }) => (
    <article className="my-card">
      <h4>{card.title}</h4>
      <p>{card.description}</p>
    </article>
  ),
  Launcher: ({ buttonRef, label, unread, onClick }) => (
    <button ref={buttonRef} type="button" className="my-launcher" aria-label={label} onClick={onClick}>
      Ask us {unread > 0 && <b>{unread}</b>}
    </button>
  ),
};

export function BrandedHelp() {
  return <ChatWidget base="https://chat.example.com" widget="demo" components={components} />;
}
// /docs
