import { MCP_SIGN_IN_PATH, mcpServerTestResponseSchema, mcpSignInResponseSchema } from '@sotto/hub-api';
import { idResponseSchema } from '@sotto/widget-core/api';
import type * as v from 'valibot';
import { ApiFailure } from '../../site/hubClient';
import { redirect, type PageRequest } from '../../site/route';

/** Result of testing a server: its tools, or the error. */
export interface McpTest {
  readonly id: string;
  readonly tools: TestResponse['tools'];
  readonly leftOut: TestResponse['leftOut'];
  readonly failure?: string;
  /** Where the owner can sign in, if that may help. */
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
 * Completes the sign-in when the owner returns from the server (parameters of RFC 6749, 4.1.2), and redirects to the
 * address without them, because a code can be used only once.
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
