import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Help } from './Help';

const root = document.getElementById('root');
if (root) createRoot(root).render(<StrictMode><Help /></StrictMode>);
