// What is there when the site has been put together (make.mjs, seal.mjs).

declare const VERSION: string;
declare const FILES: Record<string, string>;

declare module '*/engine/boundary.js' {
  export const wasmFile: () => string;
}
