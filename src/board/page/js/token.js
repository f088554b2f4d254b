// @ts-check
// The token without which the server opens no tab. It comes with the address that
// Galaverna prints and opens, and is kept by the browser: a reload, a bookmark and other
// tabs need none, and a tab from before finds a server again that was started anew.

const KEPT = 'galaverna.token';

/** The token; empty if this browser has none. */
export function token() {
  const given = new URLSearchParams(location.search).get('token');
  try {
    if (given) {
      localStorage.setItem(KEPT, given);
      history.replaceState(history.state, '', location.pathname + location.hash);
    }
    return localStorage.getItem(KEPT) ?? '';
  } catch {
    // Then it stays in the address.
    return given ?? '';
  }
}
