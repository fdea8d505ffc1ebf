import { describe } from '@jest/globals'
import { testAccess as testFaceAccess } from './face/access.ts'
import { testBack } from './face/back.ts'
import { testDashboard } from './face/dashboard.ts'
import { testDashboardLooks } from './face/dashboard-looks.ts'
import { testEntering } from './face/entering.ts'
import { testLanding } from './face/landing.ts'
import { testLayout } from './face/layout.ts'
import { testMarkup } from './face/markup.ts'
import { testSettings } from './face/settings.ts'
import { testWholeFlow } from './face/whole-flow.ts'
import { testAccess as testPortfolioAccess } from './portfolio/access.ts'
import { testByKeyboard } from './portfolio/adding-keyboard.ts'
import { testAddingByMouse } from './portfolio/adding-mouse.ts'
import { testFigures } from './portfolio/figures.ts'
import { testKeeping } from './portfolio/keeping.ts'
import { testOutages } from './portfolio/outages.ts'
import { testOnPhone } from './portfolio/phone.ts'
import { testSharing } from './portfolio/sharing.ts'
import { testTransfer } from './portfolio/transfer.ts'
import { setUpSite, setUpStack } from './screener/site.ts'

const stack = setUpStack(10)

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

describe('face', () => {
  const site = setUpSite(stack)

  testLanding(site)
  testEntering(site)
  testLayout(site)
  testBack(site)
  testDashboard(site)
  testDashboardLooks(site)
  testSettings(site)
  testWholeFlow(site)
  testFaceAccess(site)
  testMarkup(site)
})
