export const buildSettings = {
  // The gateway's policy allows no data: sources, so nothing is inlined.
  assetsInlineLimit: 0,
  modulePreload: { polyfill: false },
}
