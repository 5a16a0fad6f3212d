/** The source of each entry by the name of the file it is built to; `exports` of package.json names them. */
export const entry = {
  index: 'src/index.ts',
  element: 'src/embed/index.ts',
  parts: 'src/parts/index.ts',
  hooks: 'src/hooks/index.ts',
};
