export const buildSettings = {
  // The gateway's content security policy forbids `data:` URLs, so nothing is inlined.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
}
