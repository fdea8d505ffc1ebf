import { existsSync } from 'node:fs'
import { onPath } from './on-path.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = ['/snap/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/**
 * Command names of the headless-only build. Tests prefer it because it uses less CPU. Benchmarks use the full browser.
 */
const headlessNames = ['chromium-headless-shell']

/** Browser for benchmarks, or null. CHROMIUM_PATH takes precedence and must exist. */
export function findChromium(env = process.env, preferred = []) {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH=${env.CHROMIUM_PATH} does not exist`)
  }
  return onPath([...preferred, ...names]) ?? places.find((place) => existsSync(place)) ?? null
}

/** Browser for browser tests, or null. CHROMIUM_PATH takes precedence and must exist. */
export const findTestChromium = (env = process.env) => findChromium(env, headlessNames)
