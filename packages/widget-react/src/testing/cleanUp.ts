// Test files share a process and its document, and Testing Library cleans up only in the file that loads it first.
import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

afterEach(cleanup);
// What is still being loaded when a file ends would never be there for the next one.
afterAll(() => vi.dynamicImportSettled());
