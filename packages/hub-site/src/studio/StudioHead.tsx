import type { ReactNode } from 'react';
import { AskAssistant } from '../assistant/AssistantTag';

/** Title of a studio page, and its actions. These pages have no launcher, so the assistant is one of them. */
export function StudioHead({
  title,
  actions,
  children,
}: {
  title: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="studio-head">
      <h1>{title}</h1>
      <div className="actions">
        {actions}
        <AskAssistant />
      </div>
      {children}
    </header>
  );
}
