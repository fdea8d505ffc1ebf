/** @jest-environment node */
import { expect, test } from '@jest/globals'
import { nameDevice } from './device-name.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/141.0.0.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (X11; CrOS x86_64 16181.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36', 'Chrome on ChromeOS'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0', 'Edge on Windows'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36 OPR/120.0', 'Opera on Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/26.0 Safari/605.1.15`, 'Safari on Mac'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${webkit} CriOS/141.0 Safari/604.1`, 'Chrome on iPhone'],
  [`Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) ${webkit} Version/19.0 Safari/604.1`, 'Safari on iPad'],
  [
    'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile',
    'Samsung Internet on Android',
  ],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Windows'],
  ['curl/8.14.1', null],
  ['', null],
  [null, null],
])('%s is named %s', (userAgent, name) => {
  expect(nameDevice(userAgent)).toBe(name)
})
