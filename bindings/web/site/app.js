// @ts-check
// Keeps the site in the browser, where it works offline, and begins with a version that has
// come meanwhile. The page itself knows nothing of it.

import { wasmFile } from './engine/boundary.js';

const container = navigator.serviceWorker;

/** A page is of one version from its begin to its end. */
async function keep() {
  const isKept = container.controller !== null;
  container.addEventListener('controllerchange', () => { if (isKept) location.reload(); });
  const before = await container.getRegistration();
  before?.waiting?.postMessage('begin if this is the only page');
  await container.register(`service-worker.js?wasm=${wasmFile()}`);
}

// Neither does every browser let it, nor an address without https.
if (container) keep().catch((error) => console.info(`It does not work offline here: ${error.message}`));
