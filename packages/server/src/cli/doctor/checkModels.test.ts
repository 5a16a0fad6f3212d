import { afterEach, describe, expect, it, vi } from 'vitest';
import { correctAddress, findProvider, MODEL_PROVIDERS } from '../../config/modelProviders';
import { checkModels } from './checkModels';

afterEach(() => vi.restoreAllMocks());

/** What the doctor finds of a model at this address, when the list of models is answered so. */
async function check(baseUrl: string, body: unknown, { status = 200, apiKey = 'k', model = 'llama3.2' } = {}) {
  const asked = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(() => Promise.resolve(new Response(JSON.stringify(body), { status })));
  const [found] = await checkModels({ baseUrl, apiKey: apiKey || undefined, model });
  return { ...found?.finding, asked: asked.mock.calls.map(([url]) => url) };
}

const list = (...ids: string[]) => ({ data: ids.map((id) => ({ id })) });

describe('known providers', () => {
  it('are found by the end of a host name, or by a port where no host fits', () => {
    const nameAt = (url: string) => findProvider(url)?.name;
    expect(nameAt('https://api.groq.com/openai/v1')).toBe('Groq');
    expect(nameAt('https://shop.openai.azure.com/openai/v1')).toBe('Azure OpenAI');
    expect(nameAt('https://openrouter.ai:11434/api/v1')).toBe('OpenRouter');
    expect(nameAt('http://gpu.lan:11434/v1')).toBe('Ollama');
    expect(nameAt('https://api.groq.com.example/v1')).toBeUndefined();
    expect(nameAt('https://notopenrouter.ai/v1')).toBeUndefined();
    expect(nameAt('https://models.example/v1')).toBeUndefined();
  });

  it('each is found by its own address, whose path is right', () => {
    for (const provider of MODEL_PROVIDERS) {
      expect(findProvider(provider.baseUrl)).toBe(provider);
      expect(correctAddress(provider.baseUrl, provider)).toBeUndefined();
      expect(correctAddress(`${provider.baseUrl}/chat/completions`, provider)).toBeUndefined();
    }
  });
});

describe('the doctor and known providers', () => {
  it('names the address, when the path of a known server is missing or wrong', async () => {
    const found = await check('http://localhost:11434', {}, { status: 404 });
    expect(found).toMatchObject({ status: 'failed', fix: 'Set OPENAI_BASE_URL to http://localhost:11434/v1' });
    const groq = await check('https://api.groq.com/v1', {}, { status: 404 });
    expect(groq.fix).toBe('Set OPENAI_BASE_URL to https://api.groq.com/openai/v1');
  });

  it('asks nothing of a provider that needs a key, when there is none', async () => {
    const found = await check('https://api.mistral.ai/v1', {}, { apiKey: '' });
    expect(found).toMatchObject({ status: 'failed', message: 'Mistral needs a key', asked: [] });
    expect(await check('http://localhost:11434/v1', list('llama3.2'), { apiKey: '' })).toMatchObject({ status: 'ok' });
  });

  it('knows a model of Ollama without its tag, and gives the note of the provider', async () => {
    const found = await check('http://localhost:11434/v1', list('llama3.2:latest'));
    expect(found.status).toBe('ok');
    expect(found.message).toContain('llama3.2 is available at localhost:11434. Ollama: By default');
  });

  it('names the command that brings a missing model', async () => {
    const found = await check('http://localhost:11434/v1', list('qwen3:8b', 'llama3.2:70b'));
    expect(found).toMatchObject({ status: 'warning', fix: 'Run `ollama pull llama3.2`' });
    const unknown = await check('https://models.example/v1', list('other'));
    expect(unknown.fix).toBe('Set OPENAI_MODEL to one that it lists');
  });

  it('does not take a deployment of Azure for missing, because none is listed', async () => {
    const found = await check('https://shop.openai.azure.com/openai/v1', list('gpt-5-mini'), { model: 'our-chat' });
    expect(found).toMatchObject({ status: 'warning', fix: 'Write to a widget to see whether it answers' });
  });
});
