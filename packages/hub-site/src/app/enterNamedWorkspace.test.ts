import type { Workspace } from '@sotto/hub-api';
import { expect, it, vi } from 'vitest';
import type { PageRequest } from '../site/route';
import { enterNamedWorkspace } from './enterNamedWorkspace';

const workspace = (id: string, isCurrent: boolean): Workspace => ({
  id,
  name: id,
  role: 'owner',
  isTeam: id !== 'ada',
  isCurrent,
});

function open(address: string) {
  const post = vi.fn(async () => ({}));
  const request = {
    url: new URL(address, 'http://localhost'),
    workspaces: [workspace('ada', true), workspace('shop', false)],
    hub: { post },
    href: (path: string) => `/chat${path}`,
  } as unknown as PageRequest;
  return { post, answer: enterNamedWorkspace(request) };
}

it('enters the workspace that a link names, and goes on without it', async () => {
  const { post, answer } = open('/conversations/conv_1?workspace=shop&from=mail');
  const response = await answer;
  expect([response?.status, response?.headers.get('Location')]).toEqual([303, '/chat/conversations/conv_1?from=mail']);
  expect(post).toHaveBeenCalledWith('/workspace/select', expect.anything(), { workspaceId: 'shop' });
});

it('stays where it is when the link names the present workspace', async () => {
  const { post, answer } = open('/inbox?workspace=ada');
  expect((await answer)?.headers.get('Location')).toBe('/chat/inbox');
  expect(post).not.toHaveBeenCalled();
});

it.each(['/inbox', '/inbox?workspace=another'])('shows %s as it is', async (address) => {
  const { post, answer } = open(address);
  expect(await answer).toBeUndefined();
  expect(post).not.toHaveBeenCalled();
});
