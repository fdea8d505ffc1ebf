import { existsSync } from 'node:fs'
import { onPath } from './on-path.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const places = ['/snap/bin/chromium', '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** The browser for the browser tests, or null. CHROMIUM_PATH wins and must exist. */
export function findChromium(env = process.env) {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH=${env.CHROMIUM_PATH} does not exist`)
  }
  return onPath(names) ?? places.find((place) => existsSync(place)) ?? null
}
