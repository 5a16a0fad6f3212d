// docs: own-screen
import { browserEnvironment, createWidget, loadIntegration, type Widget } from '@sotto/widget-core';
import { Composer, MessageList, useConversation, useWidget, WidgetProvider, WidgetRoot } from '@sotto/widget-react';
import '@sotto/widget-react/widget.css';
import { useEffect, useState } from 'react';

const BASE = 'https://chat.example.com';

export function Support() {
  const [widget, setWidget] = useState<Widget>();
  useEffect(() => {
    const ending = new AbortController();
    let made: Widget | undefined;
    const environment = browserEnvironment(window);
    void loadIntegration(BASE, 'demo', environment).then((integration) => {
      if (ending.signal.aborted) return;
      made = createWidget({ base: BASE, integration, environment });
      setWidget(made);
    });
    return () => {
      ending.abort();
      made?.close();
    };
  }, []);
  if (!widget) return null;
  return (
    <WidgetProvider widget={widget}>
      <WidgetRoot>
        <div style={{ display: 'flex', flexDirection: 'column', height: 480, maxWidth: 640 }}>
          <Count />
          <MessageList />
          <Composer />
        </div>
      </WidgetRoot>
    </WidgetProvider>
  );
}

function Count() {
  const widget = useWidget();
  const count = useConversation((state) => state.messages.length);
  return (
    <p>
      {count} messages{' '}
      <button
        type="button"
        onClick={() => {
          widget.view.askRestart();
        }}
      >
        Start over
      </button>
    </p>
  );
}
// /docs
