// docs: next-in-page
'use client';
import { ChatWidget } from '@sotto/widget-react';
import '@sotto/widget-react/widget.css';

export function Help() {
  return (
    <ChatWidget
      base="https://chat.example.com"
      widget="demo"
      layout="stretch"
      onReceive={({ message }) => {
        console.log(message.text);
      }}
    />
  );
}
// /docs
