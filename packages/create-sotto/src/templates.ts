/** A template: one of the repository's examples. */
export interface Template {
  readonly name: string;
  readonly title: string;
  /** Folder below `examples/`. */
  readonly example: string;
  /** Files of the example that only the repository needs. */
  readonly without?: readonly string[];
  /** The start script in its package.json; undefined for a static page. */
  readonly script?: 'dev' | 'start';
  /** The file to edit first. */
  readonly firstFile: string;
}

/** The templates, in the order in which they are offered. */
export const TEMPLATES: readonly Template[] = [
  { name: 'page', title: 'a plain page with one script tag', example: 'html', firstFile: 'index.html' },
  { name: 'react', title: 'React with Vite', example: 'react', script: 'dev', firstFile: 'src/App.tsx' },
  {
    name: 'next',
    title: 'Next.js',
    example: 'next',
    without: ['next.config.mjs'],
    script: 'dev',
    firstFile: 'app/layout.tsx',
  },
  { name: 'vue', title: 'Vue with Vite', example: 'vue', script: 'dev', firstFile: 'src/App.vue' },
  { name: 'svelte', title: 'Svelte with Vite', example: 'svelte', script: 'dev', firstFile: 'src/App.svelte' },
  { name: 'angular', title: 'Angular with Vite', example: 'angular', script: 'dev', firstFile: 'src/app.component.ts' },
  {
    name: 'server',
    title: 'the server, with a file of settings',
    example: 'server',
    script: 'start',
    firstFile: 'settings.env',
  },
];
