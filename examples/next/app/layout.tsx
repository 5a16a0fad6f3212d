// docs: next-layout
import { SottoChat } from '@sotto/widget-react/element';
import type { ReactNode } from 'react';

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        {children}
        <SottoChat base="https://chat.example.com" widget="demo" />
      </body>
    </html>
  );
}
// /docs
