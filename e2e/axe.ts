import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Runs axe in the page or in the frame and names what it found.
 *
 * The frame has no `<main>` on purpose: the page that carries it has its own, and two are an accessibility finding.
 *
 * @param hasForcedColours - colours are then the system's; axe reads the page's own and would compare what nobody sees
 * @param only - rules to look for; undefined: all
 * @param without - rules to leave out of all
 * @param skipsFrames - looks at this document alone. Axe waits half a second for every frame that it was not put into
 */
export async function violations(
  target: { evaluate: Page['evaluate'] },
  {
    hasForcedColours = false,
    only,
    without = [],
    skipsFrames = false,
  }: {
    hasForcedColours?: boolean;
    only?: string[] | undefined;
    without?: string[];
    skipsFrames?: boolean;
  } = {},
): Promise<string[]> {
  if (!(await target.evaluate(() => 'axe' in window))) await target.evaluate(AXE);
  return target.evaluate(
    async ({ wanted, unwanted, isAlone }) => {
      const { axe } = window as unknown as {
        axe: {
          run(
            options: object,
          ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
        };
      };
      const how = { resultTypes: ['violations'], ...(isAlone && { iframes: false, preload: false }) };
      const result = await axe.run(
        wanted
          ? { ...how, runOnly: { type: 'rule', values: wanted } }
          : {
              ...how,
              rules: {
                'landmark-one-main': { enabled: window === window.top },
                ...Object.fromEntries(unwanted.map((rule) => [rule, { enabled: false }])),
              },
            },
      );
      return result.violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, failureSummary = '' }) => `${html.slice(0, 200)} ${failureSummary.replaceAll(/\s+/g, ' ').slice(0, 200)}`).join(' | ')}`,
      );
    },
    { wanted: only, unwanted: hasForcedColours ? [...without, 'color-contrast'] : without, isAlone: skipsFrames },
  );
}

/** The frame of the first widget of a page. */
export function frameOf(page: Page): Frame {
  const frame = page.frames().find((candidate) => candidate.url().includes('/integrations/widget/'));
  if (!frame) throw new Error('the frame is not there');
  return frame;
}
