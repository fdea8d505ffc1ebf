import { existsSync } from 'node:fs'
import { onPath } from './on-path.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = ['/snap/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** The same browser without the windows that nobody sees: a test takes less of the processor, a benchmark wants the whole. */
const windowless = ['chromium-headless-shell']

/** The browser for the benchmarks, or null. CHROMIUM_PATH wins and must exist. */
export function findChromium(env = process.env, preferred = []) {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH=${env.CHROMIUM_PATH} does not exist`)
  }
  return onPath([...preferred, ...names]) ?? places.find((place) => existsSync(place)) ?? null
}

/** The browser for the browser tests, or null, as above. */
export const findTestChromium = (env = process.env) => findChromium(env, windowless)
