import { setUpSite } from './harness/site.ts'
import { joinSiteStack } from './harness/site-stack.ts'
import { testPagesWithAxe } from './journeys/accessibility-pages.ts'
import { testPhoneWithAxe } from './journeys/accessibility-phone.ts'
import { testPortfolioWithAxe } from './journeys/accessibility-portfolio.ts'
import { testAlerts } from './journeys/alerts.ts'
import { testDashboard } from './journeys/dashboard.ts'
import { testEntering } from './journeys/entering.ts'
import { testImportingOnPhone } from './journeys/importing-phone.ts'
import { testInstalled } from './journeys/installed.ts'
import { testKeepingInStep } from './journeys/keeping-in-step.ts'
import { testLifecycle } from './journeys/lifecycle.ts'
import { testPortfolio } from './journeys/portfolio.ts'
import { testRolls } from './journeys/rolls.ts'

/**
 * User journeys through an account and its positions: entering, recording, rolling, alerts and the installed app, on
 * the same stack as the journeys through stocks.
 */
const site = setUpSite(joinSiteStack)

testEntering(site)
testPortfolio(site)
testKeepingInStep(site)
testImportingOnPhone(site)
testLifecycle(site)
testRolls(site)
testDashboard(site)
testAlerts(site)
testInstalled(site)
testPortfolioWithAxe(site)
testPhoneWithAxe(site)
testPagesWithAxe(site)
