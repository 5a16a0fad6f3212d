import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A page of a host: its HTML and the headers it is sent with. */
export interface HostPage {
  html: string;
  headers?: Record<string, string>;
}

/** A site that is not ours: other origin, other site (localhost beside 127.0.0.1). */
export interface HostServer {
  readonly origin: string;
  /** Pages by path; set by the test. */
  readonly pages: Map<string, HostPage>;
  close(): Promise<void>;
}

/** Starts a host site on a free port. It is addressed as localhost, so it is cross-site to a server on 127.0.0.1. */
export async function startHostServer(): Promise<HostServer> {
  const pages = new Map<string, HostPage>();
  const server = createServer((request, response) => {
    const page = pages.get(new URL(request.url ?? '/', 'http://localhost').pathname);
    response.writeHead(page ? 200 : 404, { 'Content-Type': 'text/html; charset=utf-8', ...page?.headers });
    response.end(page?.html ?? 'not found');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://localhost:${String((server.address() as AddressInfo).port)}`,
    pages,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

/** An ordinary page with one script tag. */
export function plainPage(script: string, body = '<h1>A page</h1><input id="field"><p>Text of the page.</p>'): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title></head><body>${body}${script}</body></html>`;
}

/** The line a site owner pastes. */
export function scriptTag(origin: string, attributes = 'data-widget="demo"'): string {
  return `<script async src="${origin}/integrations/widget/v2.js" ${attributes}></script>`;
}
