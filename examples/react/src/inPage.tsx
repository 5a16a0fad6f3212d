import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Help } from './Help';
import { BrandedHelp } from './OwnParts';
import { Support } from './OwnScreen';

const pages = { '#branded': BrandedHelp, '#own': Support };
const Page = pages[location.hash as keyof typeof pages] ?? Help;
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
