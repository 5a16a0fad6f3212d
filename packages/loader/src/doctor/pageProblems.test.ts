import { describe, expect, it } from 'vitest';
import { findPageProblems, readViolation, readWidgetError, type PageFacts } from './pageProblems';

const origin = 'https://chat.example.com';
const well: PageFacts = {
  pageOrigin: 'https://shop.example',
  isSandboxed: false,
  isSecure: true,
  isIsolated: false,
  canStore: true,
  origin,
  wantsVoice: false,
  frameMayListen: undefined,
  hiding: undefined,
  isOpen: false,
  hasOwnerSettings: true,
};
const violation = {
  blockedURI: `${origin}/integrations/widget/demo/frame`,
  effectiveDirective: 'frame-src',
  originalPolicy: "default-src 'self'",
  disposition: 'enforce',
};

describe('A503 the doctor reads a violation', () => {
  it('with the line that allows it', () => {
    expect(readViolation(violation, origin)).toMatchObject({ severity: 'error', fix: `frame-src 'self' ${origin}` });
    expect(readViolation({ ...violation, blockedURI: origin }, origin)).toBeDefined();
  });
  it('of somebody else not at all', () => {
    for (const blockedURI of ['https://ads.example/x.js', 'inline', 'eval', `${origin}.evil.example/x`])
      expect(readViolation({ ...violation, blockedURI }, origin)).toBeUndefined();
  });
  it('that is only reported as a warning', () => {
    expect(readViolation({ ...violation, disposition: 'report' }, origin)?.severity).toBe('warning');
  });
  it("under 'strict-dynamic' with the advice that helps there", () => {
    expect(
      readViolation(
        {
          ...violation,
          effectiveDirective: 'script-src-elem',
          originalPolicy: "script-src 'nonce-a' 'strict-dynamic'",
        },
        origin,
      )?.fix,
    ).toContain('nonce=');
  });
});

describe('the doctor looks at the page', () => {
  const ids = (facts: Partial<PageFacts>): string[] => findPageProblems({ ...well, ...facts }).map(({ id }) => id);
  it('finds nothing where nothing is', () => {
    expect(ids({})).toEqual([]);
    expect(ids({ wantsVoice: true, frameMayListen: true })).toEqual([]);
    expect(ids({ hasOwnerSettings: undefined })).toEqual([]);
  });
  it.each([
    [{ origin: 'http://chat.example.com' }, 'mixed'],
    [{ isSandboxed: true }, 'sandbox'],
    [{ isSecure: false }, 'insecure'],
    [{ wantsVoice: true, frameMayListen: false }, 'microphone'],
    [{ canStore: false }, 'storage'],
    [{ hiding: { reason: 'html has opacity: 0', by: 'page' } }, 'hidden'],
    [{ hiding: { reason: 'html has opacity: 0', by: 'page' }, isOpen: true }, 'hidden'],
    [{ hiding: { reason: 'button has display: none', by: 'chat' } }, 'hidden'],
    [{ hiding: { reason: 'iframe has display: none', by: 'chat' }, isOpen: true }, 'frame hidden'],
    [{ hiding: { reason: 'div#overlay covers the chat', by: 'cover' } }, 'covered'],
    [{ hasOwnerSettings: false }, 'config'],
  ] satisfies [Partial<PageFacts>, string][])('%j is %s', (facts, id) => {
    expect(ids(facts)).toEqual([id]);
  });
  it('says the line for the microphone', () => {
    expect(findPageProblems({ ...well, wantsVoice: true, frameMayListen: false })[0]?.fix).toBe(
      `Permissions-Policy: microphone=(self "${origin}")`,
    );
  });
  it('knows what a silent frame may mean', () => {
    expect(readWidgetError({ code: 'frame_timeout', message: 'x' }, well)).toMatchObject({
      fix: 'https://shop.example',
    });
    expect(readWidgetError({ code: 'frame_timeout', message: 'x' }, { ...well, isIsolated: true }).fix).toContain(
      'Cross-Origin-Resource-Policy: cross-origin',
    );
    expect(readWidgetError({ code: 'new_code', message: 'Something' }, well)).toEqual({
      id: 'error new_code',
      severity: 'error',
      title: 'Something (new_code)',
    });
  });
});
