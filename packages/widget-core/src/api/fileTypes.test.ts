import { describe, expect, it } from 'vitest';
import { attachmentEnding, ATTACHMENT_TYPES, DATASET_TYPES, inferFileType, isJsonFile, isYamlFile } from './fileTypes';

describe('W-25 accepted attachments', () => {
  it('are exactly the specification’s, by ending', () => {
    expect(Object.keys(ATTACHMENT_TYPES).sort()).toEqual([
      'csv',
      'docx',
      'html',
      'jpeg',
      'jpg',
      'json',
      'md',
      'pdf',
      'png',
      'pptx',
      'txt',
      'xlsx',
      'yaml',
      'yml',
    ]);
    for (const ending of Object.keys(ATTACHMENT_TYPES))
      expect(attachmentEnding({ name: `a.${ending.toUpperCase()}` })).toBe(ending);
  });

  it('A807 go by the last ending, whatever type was declared', () => {
    expect(attachmentEnding({ name: 'a.png.html', type: 'image/png' })).toBe('html');
    for (const name of [
      'a.svg',
      'a.exe',
      'a.png.',
      'a.png\0.exe',
      'a.docm',
      'a.__proto__',
      'a.constructor',
      'a.png ',
    ]) {
      expect([name, attachmentEnding({ name, type: 'image/png' })]).toEqual([name, undefined]);
    }
  });

  it('may have no ending when the browser knows the type, as with a pasted picture', () => {
    expect(attachmentEnding({ name: 'blob', type: 'image/png' })).toBe('png');
    expect(attachmentEnding({ name: 'blob', type: 'text/plain; charset=utf-8' })).toBe('txt');
    expect(attachmentEnding({ name: 'blob', type: 'application/octet-stream' })).toBeUndefined();
    expect(attachmentEnding({ name: 'CON' })).toBeUndefined();
  });
});

describe('H-16 the type of a file', () => {
  it('is inferred from its ending, with the additional endings of the specification', () => {
    const expected = {
      mdx: 'text/markdown',
      md: 'text/markdown',
      txt: 'text/plain',
      mp3: 'audio/mpeg',
      mp4: 'video/mp4',
      m4a: 'audio/mp4',
      mpeg: 'video/mpeg',
      mpga: 'audio/mpeg',
      wav: 'audio/wav',
    };
    for (const [ending, type] of Object.entries(expected))
      expect(inferFileType({ name: `a.${ending}`, type: 'application/octet-stream' })).toBe(type);
  });

  it('falls back to the declared type only for endings that say nothing', () => {
    expect(inferFileType({ name: 'notes', type: 'Text/Plain; charset=utf-8' })).toBe('text/plain');
    expect(inferFileType({ name: 'notes.unknown', type: 'application/octet-stream' })).toBeUndefined();
    expect(inferFileType({ name: 'a.constructor' })).toBeUndefined();
  });

  it('is one of the supported dataset types, old and new office formats among them', () => {
    for (const ending of [
      'txt',
      'md',
      'html',
      'csv',
      'json',
      'jsonl',
      'ndjson',
      'pdf',
      'doc',
      'docx',
      'xls',
      'xlsx',
      'ppt',
      'pptx',
    ]) {
      expect(DATASET_TYPES).toContain(inferFileType({ name: `a.${ending}` }));
    }
    expect(DATASET_TYPES).not.toContain('image/png');
  });

  it('tells YAML and JSON', () => {
    expect([
      isYamlFile({ name: 'a.yml' }),
      isYamlFile({ name: 'a', type: 'text/x-yaml' }),
      isYamlFile({ name: 'a.json' }),
    ]).toEqual([true, true, false]);
    expect([
      isJsonFile({ name: 'a.json' }),
      isJsonFile({ name: 'a', type: 'application/ld+json' }),
      isJsonFile({ name: 'a.yaml' }),
    ]).toEqual([true, true, false]);
  });
});
