// docs: react-in-page
import { ChatWidget } from '@sotto/widget-react';
import '@sotto/widget-react/widget.css';

export function Help() {
  return (
    <ChatWidget
      base="https://chat.example.com"
      widget="demo"
      barTitle="Ask us"
      onReceive={({ message }) => {
        console.log(message.text);
      }}
    />
  );
}
// /docs
