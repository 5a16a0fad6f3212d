import { describe, expect, it } from 'vitest';
import { createRetriever } from '../datasets/retrieve';
import { createModel, modelSettingsComplaint } from './models';

const retriever = createRetriever([]);

describe('S-12 which model answers', () => {
  it('is the guide without settings, and the endpoint with them', () => {
    expect(createModel({}, { retriever }).name).toBe('guide');
    expect(createModel({ apiKey: 'k', model: 'm' }, { retriever }).name).toBe('m');
    expect(createModel({ baseUrl: 'http://localhost:11434/v1', model: 'm' }, { retriever }).name).toBe('m');
  });

  it.each([[{ apiKey: 'k' }, 'OPENAI_MODEL'], [{ model: 'm' }, 'OPENAI_API_KEY'], [{ baseUrl: 'ftp://x', model: 'm' }, 'OPENAI_BASE_URL'], [{ baseUrl: 'x', model: 'm' }, 'OPENAI_BASE_URL']])(
    'half a configuration is a mistake with a name: %j',
    (settings, name) => {
      expect(modelSettingsComplaint(settings)).toContain(name);
      expect(() => createModel(settings, { retriever })).toThrow(name);
    },
  );
});
