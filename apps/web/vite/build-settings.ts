export const buildSettings = {
  // Nothing is inlined, because the gateway's content security policy forbids `data:` URLs.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
}
