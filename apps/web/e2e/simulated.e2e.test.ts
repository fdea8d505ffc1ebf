import { afterAll, beforeAll } from '@jest/globals'
import type { Browser } from 'playwright-core'
import { openBrowser } from './harness/browser.ts'
import { type Stack, startStack } from './harness/stack.ts'
import { testLanding } from './simulated/landing.ts'
import { testSimulatedMarket } from './simulated/market.ts'

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

testSimulatedMarket({ url: () => stack.url, browser: () => browser })
testLanding({ url: () => stack.url, browser: () => browser })
