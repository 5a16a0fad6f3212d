import { describe, expect, it } from 'vitest';
import { lineToAllow, neededDirectives, neededPermissions, readDirectives, writeDirectives } from './policy';
import { policyHeaders, writePolicy } from './writePolicy';

const origin = 'https://chat.example.com';

describe('A503 what a page must allow', () => {
  it('is two sources, and pictures only where the page itself shows one', () => {
    expect(writeDirectives(neededDirectives({ origin }))).toBe(`script-src ${origin}; frame-src ${origin}`);
    expect(neededDirectives({ origin, images: ['https://cdn.example.com'] })['img-src']).toEqual([
      'https://cdn.example.com',
    ]);
  });

  it('is a permission only with voice', () => {
    expect(neededPermissions({ origin })).toEqual({});
    expect(policyHeaders({ origin, voice: true })['Permissions-Policy']).toBe(
      `microphone=(self "${origin}"), autoplay=(self "${origin}")`,
    );
  });

  it('never writes a report-only policy into a meta tag, which would be ignored', () => {
    expect(() => writePolicy({ origin }, 'meta', true)).toThrow(RangeError);
  });
});

describe('the line that allows a source', () => {
  it('keeps what the directive allowed', () => {
    expect(lineToAllow("default-src 'none'; frame-src 'self' https://video.example", 'frame-src', origin)).toBe(
      `frame-src 'self' https://video.example ${origin}`,
    );
  });

  it("takes the place of 'none'", () => {
    expect(lineToAllow("frame-src 'none'", 'frame-src', origin)).toBe(`frame-src ${origin}`);
  });

  it('begins with what stood in for a missing directive', () => {
    expect(lineToAllow("default-src 'self'", 'frame-src', origin)).toBe(`frame-src 'self' ${origin}`);
    expect(lineToAllow("child-src 'self'; default-src 'none'", 'frame-src', origin)).toBe(`child-src 'self' ${origin}`);
    expect(lineToAllow("script-src 'self'", 'script-src-elem', origin)).toBe(`script-src 'self' ${origin}`);
    expect(lineToAllow("default-src 'none'", 'script-src-elem', origin)).toBe(`script-src ${origin}`);
  });

  it('is not needed where the policy says nothing', () => {
    expect(lineToAllow("object-src 'none'", 'frame-src', origin)).toBeUndefined();
  });

  it('reads a policy as browsers do: any case, the first of two', () => {
    expect(readDirectives(" Script-Src 'self' ; script-src * ;; ")).toEqual({ 'script-src': ["'self'"] });
  });
});
