// What docs/guides/migrate.md adds in its diffs: each stands there letter for letter (scripts/docs/migrationSamples.test.ts).
// docs: intercom-imports
import { loadWidget } from '@sotto/loader';
// /docs

export async function fromIntercom(user: { token: string }) {
  // docs: intercom
  const chat = await loadWidget({
    base: 'https://chat.example.com',
    widget: 'support',
    contact: { identity: user.token },
    meta: { plan: 'pro' },
  });
  await chat?.open();
  chat?.on('unreadchange', ({ unread }) => showBadge(unread));
  await chat?.setContact(null);
  // /docs
}

export async function fromCrisp() {
  // docs: crisp
  const chat = await loadWidget({ base: 'https://chat.example.com', widget: 'support', load: 'manual' });
  await chat?.assignContact({ email: 'ana@example.com', name: 'Ana' });
  await chat?.setMeta({ plan: 'free' });
  await chat?.open();
  // /docs
}

function showBadge(count: number): void {
  document.title = `(${String(count)})`;
}
