import { afterAll, beforeAll } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { testLanding } from './simulated/landing.ts'
import { testSimulatedMarket } from './simulated/market.ts'
import { openBrowser, type Stack, startStack } from './support.ts'

let stack: Stack
let browser: Browser

beforeAll(async () => {
  stack = await startStack('simulated', { redisDatabase: 6 })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await stack?.stop()
})

// The file in its folder: where no times are known the largest files begin, and those should be the long ones.
testSimulatedMarket({ url: () => stack.url, browser: () => browser })
testLanding({ url: () => stack.url, browser: () => browser })
