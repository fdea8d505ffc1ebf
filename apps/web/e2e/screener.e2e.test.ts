import { describe } from '@jest/globals'
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

const stack = setUpStack(7)

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
