// Test files share a process and its document, and Testing Library cleans up only in the file that loads it first.
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);
