// @ts-check
// Keeps the site in the browser, where it works offline, and begins with a version that has
// come meanwhile. The page itself knows nothing of it.

import { wasmFile } from './engine/boundary.js';

const container = navigator.serviceWorker;

/** When the engine has been fetched: it is what a person waits for. */
const hasEngine = new Promise((done) => {
  new PerformanceObserver((list) => {
    if (list.getEntries().some(({ name }) => name.endsWith('.wasm'))) done(null);
  }).observe({ type: 'resource', buffered: true });
});

async function keep() {
  const isKept = container.controller !== null;
  // A page is of one version from its begin to its end.
  container.addEventListener('controllerchange', () => { if (isKept) location.reload(); });
  const before = await container.getRegistration();
  before?.waiting?.postMessage('begin if this is the only page');
  await hasEngine;
  await container.register(`service-worker.js?wasm=${wasmFile()}`);
}

// Neither does every browser let it, nor an address without https.
if (container) keep().catch((error) => console.info(`It does not work offline here: ${error.message}`));
