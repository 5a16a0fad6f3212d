import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { findImages, findUnpinned, pinImages } from './images.mjs';
import { root } from '../machine/workspace.mjs';

const DIGEST = `sha256:${'a1'.repeat(32)}`;
const DOCKERFILE =
  'FROM node:22-slim AS build\nRUN make\nFROM build AS tests\nFROM --platform=linux/amd64 node:22-slim\n';
const COMPOSE =
  "services:\n  proxy:\n    image: caddy:2.10-alpine\n  own:\n    build: .\n  db:\n    image: 'postgres:17'\n";

describe('A904 images of containers', () => {
  it('a tag without a digest is named, a stage of the same file is not', () => {
    expect(findUnpinned(DOCKERFILE)).toEqual(['node:22-slim', 'node:22-slim']);
    expect(findUnpinned(COMPOSE)).toEqual(['caddy:2.10-alpine', 'postgres:17']);
    expect(findUnpinned(`image: caddy:2@${DIGEST}\nimage: redis:7@sha256:abc\nimage: valkey@${DIGEST}`)).toEqual([
      'redis:7',
    ]);
  });

  it('digests are written behind the tags, an old one is replaced, and all else stays', () => {
    const older = DOCKERFILE.replace('node:22-slim AS', `node:22-slim@sha256:${'0'.repeat(64)} AS`);
    const asked: string[] = [];
    const pinned = pinImages(older, (name) => {
      asked.push(name);
      return DIGEST;
    });
    expect(pinned).toBe(DOCKERFILE.replaceAll('node:22-slim', `node:22-slim@${DIGEST}`));
    expect(new Set(asked)).toEqual(new Set(['node:22-slim']));
    expect(findUnpinned(pinned)).toEqual([]);
    expect(pinImages(COMPOSE, () => DIGEST)).toContain(`image: 'postgres:17@${DIGEST}'`);
  });

  it('finds the images of deploy/', () => {
    const names = (file: string): string[] =>
      findImages(readFileSync(path.join(root, 'deploy', file), 'utf8')).map(({ name }) => name.split(':')[0] ?? '');
    expect(names('Dockerfile')).toEqual(['node', 'node']);
    expect(names('compose.yaml')).toEqual(['caddy', 'pgvector/pgvector', 'valkey/valkey']);
  });
});
