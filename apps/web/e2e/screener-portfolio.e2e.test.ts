import { describe, jest } from '@jest/globals'
import { testAccess as testPortfolioAccess } from './portfolio/access.ts'
import { testByKeyboard } from './portfolio/adding-keyboard.ts'
import { testAddingByMouse } from './portfolio/adding-mouse.ts'
import { testFigures } from './portfolio/figures.ts'
import { testKeeping } from './portfolio/keeping.ts'
import { testOutages } from './portfolio/outages.ts'
import { testOnPhone } from './portfolio/phone.ts'
import { testSharing } from './portfolio/sharing.ts'
import { testTransfer } from './portfolio/transfer.ts'
import { testAccess } from './screener/access.ts'
import { testAddresses } from './screener/addresses.ts'
import { testFiltering } from './screener/filtering.ts'
import { testJourney } from './screener/journey.ts'
import { testFindingByKeyboard } from './screener/keyboard-finding.ts'
import { testKeepingByKeyboard } from './screener/keyboard-keeping.ts'
import { testTableByKeyboard } from './screener/keyboard-table.ts'
import { testFindingByMouse } from './screener/mouse-finding.ts'
import { testKeepingByMouse } from './screener/mouse-keeping.ts'
import { testTableByMouse } from './screener/mouse-table.ts'
import { testRuns } from './screener/runs.ts'
import { testSelecting } from './screener/selecting.ts'
import { setUpSite, setUpStack } from './screener/site.ts'
import { testWrongOrder } from './screener/wrong-order.ts'

jest.setTimeout(180_000)

const stack = setUpStack(7)

describe('portfolio', () => {
  const site = setUpSite(stack)

  testFigures(site)
  testAddingByMouse(site)
  testByKeyboard(site)
  testKeeping(site)
  testTransfer(site)
  testOutages(site)
  testSharing(site)
  testOnPhone(site)
  testPortfolioAccess(site)
})

describe('screener', () => {
  const site = setUpSite(stack)

  testJourney(site)
  testFindingByMouse(site)
  testTableByMouse(site)
  testKeepingByMouse(site)
  testSelecting(site)
  testFindingByKeyboard(site)
  testTableByKeyboard(site)
  testKeepingByKeyboard(site)
  testFiltering(site)
  testAddresses(site)
  testWrongOrder(site)
  testAccess(site)
  testRuns(site)
})
