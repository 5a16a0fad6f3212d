// Samples that docs/guides/migrate.md contains verbatim (scripts/docs/migrationSamples.test.ts).
/* oxlint-disable sotto/own-entry -- the guide names the packages */
// docs: chatkit-imports
import { SottoChat } from '@sotto/widget-react/element';
// /docs
// docs: assistant-ui-imports
import { ChatWidget } from '@sotto/widget-react';
import { aiSdk } from '@sotto/widget-core/transports';
import '@sotto/widget-react/widget.css';
// /docs

// docs: chatkit
export function MyChat() {
  return <SottoChat base="https://chat.example.com" widget="support" layout="stretch" className="chat" />;
}
// /docs

// docs: assistant-ui
export function Assistant() {
  return (
    <ChatWidget
      transport={transport}
      layout="stretch"
      parts={{ tool: { getWeather: ({ input }) => <Weather args={input} /> } }}
    />
  );
}
// /docs

// docs: assistant-ui-transport
const transport = aiSdk('/api/chat');
// /docs

function Weather({ args }: { args: unknown }) {
  return <p className="weather">{JSON.stringify(args)}</p>;
}
