/** Browsers by user agent. The first match wins, because a user agent also names the browsers it derives from. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[^/]*(?:\/[^/]*){0,3}\bSafari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac(?:intosh| OS X)\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/** Names the browser and system, such as `Firefox on Windows`; null if both are unknown. */
export function nameDevice(userAgent: string | null): string | null {
  if (userAgent === null) return null
  const find = (names: typeof browsers) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const known = [find(browsers), find(systems)].filter((name) => name !== undefined)
  return known.length === 0 ? null : known.join(' on ')
}
