// docs: react-element
import { SottoChat, useSottoChat, useSottoEvent, useSottoFunctions } from '@sotto/widget-react/element';
import { useState } from 'react';

export function App() {
  return (
    <>
      <Order />
      <SottoChat base="https://chat.example.com" widget="demo" barTitle="Ask us" />
    </>
  );
}

function Order() {
  const [count, setCount] = useState(1);
  const [lastReply, setLastReply] = useState('');
  const chat = useSottoChat();
  const status = useSottoChat((state) => state.status);
  useSottoEvent('receive', ({ message }) => {
    setLastReply(message.text);
  });
  useSottoFunctions({
    getOrder: {
      description: 'The order the visitor is looking at',
      parameters: { type: 'object', properties: {} },
      handler: () => ({ id: 'A-10023', count }),
    },
  });
  return (
    <main>
      <h1>Your order</h1>
      <p>
        <button
          type="button"
          onClick={() => {
            setCount(count + 1);
          }}
        >
          One more
        </button>{' '}
        {count}
      </p>
      <p>
        <button
          type="button"
          onClick={() => {
            void chat?.open();
          }}
        >
          Ask about it
        </button>{' '}
        {status}
      </p>
      <p id="last-reply">{lastReply}</p>
    </main>
  );
}
// /docs
