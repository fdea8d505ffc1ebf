import { afterEach, jest } from '@jest/globals'
import { testAccess } from './face/access.ts'
import { testBack } from './face/back.ts'
import { testDashboard } from './face/dashboard.ts'
import { testDashboardLooks } from './face/dashboard-looks.ts'
import { testEntering } from './face/entering.ts'
import { testLanding } from './face/landing.ts'
import { testLayout } from './face/layout.ts'
import { testSettings } from './face/settings.ts'
import { testWholeFlow } from './face/whole-flow.ts'
import { setUpSite } from './screener/site.ts'

jest.setTimeout(180_000)

const site = setUpSite(9)
afterEach(site.closePages)

testLanding(site)
testEntering(site)
testLayout(site)
testBack(site)
testDashboard(site)
testDashboardLooks(site)
testSettings(site)
testWholeFlow(site)
testAccess(site)
