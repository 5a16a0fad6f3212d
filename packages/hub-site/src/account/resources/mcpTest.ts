import { MCP_SIGN_IN_PATH, mcpServerTestResponseSchema, mcpSignInResponseSchema } from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import type * as v from 'valibot';
import { ApiFailure } from '../../site/hubClient';
import { redirect, type PageRequest } from '../../site/route';

/** How a look at one server ended: its tools, or why there are none. */
export interface McpTest {
  readonly id: string;
  readonly tools: TestResponse['tools'];
  readonly leftOut: TestResponse['leftOut'];
  readonly failure?: string;
  /** Where its owner can sign in, if that may help. */
  readonly signInUrl?: string | undefined;
}
type TestResponse = v.InferOutput<typeof mcpServerTestResponseSchema>;

const ID = /^[\w-]{1,128}$/;
const LOST = 'Signing in failed';

/**
 * Requests the list of tools from the server at the given address. Reading changes nothing, so it is a plain GET and
 * can be repeated.
 */
export async function testMcpServer(request: PageRequest, skillset: string | undefined): Promise<McpTest | undefined> {
  const { hub, url } = request;
  const id = url.searchParams.get('test') ?? '';
  if (skillset === undefined || !ID.test(id)) return undefined;
  const at = `/skillset/${encodeURIComponent(skillset)}/mcp/${id}`;
  try {
    return { id, ...(await hub.post(`${at}/test`, mcpServerTestResponseSchema)) };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    // The server may have been detached in the meantime: nothing to report then.
    if (error.code === 'NOT_FOUND') return undefined;
    const none = { id, tools: [], leftOut: [] };
    const failure = url.searchParams.has('lost') ? `${LOST}. ${error.message}` : error.message;
    if (!error.details.some(({ path }) => path === MCP_SIGN_IN_PATH)) return { ...none, failure };
    try {
      const { url: signInUrl } = await hub.post(`${at}/sign-in/begin`, mcpSignInResponseSchema);
      return { ...none, failure, signInUrl };
    } catch (cause) {
      if (!(cause instanceof ApiFailure)) throw cause;
      return { ...none, failure: `${failure.replace(/\.?$/, '.')} ${cause.message}` };
    }
  }
}

/**
 * Finishes the sign-in at a server when its owner comes back from there, with what RFC 6749, 4.1.2 puts into the
 * address, and goes on without it: a code works once.
 */
export async function finishMcpSignIn({ hub, url, params, href }: PageRequest): Promise<Response | undefined> {
  const state = url.searchParams.get('state') ?? '';
  const [id = ''] = state.split('.');
  if (!state.includes('.') || !ID.test(id)) return undefined;
  const code = url.searchParams.get('code');
  const iss = url.searchParams.get('iss') ?? undefined;
  const skillset = encodeURIComponent(params['id'] ?? '');
  let isDone = false;
  if (code !== null)
    try {
      await hub.post(`/skillset/${skillset}/mcp/${id}/sign-in/finish`, idResponseSchema, { code, state, iss });
      isDone = true;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
    }
  return redirect(href(`/skillsets/${skillset}?${isDone ? 'saved' : 'lost'}&test=${id}#mcp`));
}
