import { describe } from '@jest/globals'
import { testAccess } from './analysis/access.ts'
import { testAddresses } from './analysis/addresses.ts'
import { testArriving } from './analysis/arriving.ts'
import { testFailing } from './analysis/failing.ts'
import { testChainAccess } from './analysis-chain/access.ts'
import { testChainByKeyboard } from './analysis-chain/keyboard.ts'
import { testChainByMouse } from './analysis-chain/mouse.ts'
import { testChartByKeyboard } from './analysis-chart/keyboard.ts'
import { testChartLooks } from './analysis-chart/looks.ts'
import { testChartByMouse } from './analysis-chart/mouse.ts'
import { testTradeAccess } from './analysis-trade/access.ts'
import { testTradeByKeyboard } from './analysis-trade/keyboard.ts'
import { testTradeByMouse } from './analysis-trade/mouse.ts'
import { testConversation } from './coach/conversation.ts'
import { setUpSite, setUpStack } from './screener/site.ts'

const stack = setUpStack(9)

describe('analysis', () => {
  const site = setUpSite(stack)

  testArriving(site)
  testAddresses(site)
  testAccess(site)
  testFailing(site)
  testChartByMouse(site)
  testChartByKeyboard(site)
  testChartLooks(site)
  testChainByMouse(site)
  testChainByKeyboard(site)
  testChainAccess(site)
  testTradeByMouse(site)
  testTradeByKeyboard(site)
  testTradeAccess(site)
})

describe('coach', () => {
  const site = setUpSite(stack)

  testConversation(site)
})
