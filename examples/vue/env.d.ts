/// <reference types="vite/client" />

/** For programs that read TypeScript alone; vue-tsc reads the component itself. */
declare module '*.vue' {
  import type { DefineComponent } from 'vue';

  const component: DefineComponent;
  export default component;
}
