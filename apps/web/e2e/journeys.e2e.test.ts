import { setUpSite } from './harness/site.ts'
import { testPagesWithAxe } from './journeys/accessibility-pages.ts'
import { testPhoneWithAxe } from './journeys/accessibility-phone.ts'
import { testToolsWithAxe } from './journeys/accessibility-tools.ts'
import { testAlerts } from './journeys/alerts.ts'
import { testAnalysis } from './journeys/analysis.ts'
import { testCalls } from './journeys/calls.ts'
import { testCoach } from './journeys/coach.ts'
import { testDashboard } from './journeys/dashboard.ts'
import { testEntering } from './journeys/entering.ts'
import { testFinding } from './journeys/finding.ts'
import { testFrame } from './journeys/frame.ts'
import { testImportingOnPhone } from './journeys/importing-phone.ts'
import { testInstalled } from './journeys/installed.ts'
import { testKeeping } from './journeys/keeping.ts'
import { testKeepingInStep } from './journeys/keeping-in-step.ts'
import { testLifecycle } from './journeys/lifecycle.ts'
import { testLists } from './journeys/lists.ts'
import { testMarkup } from './journeys/markup.ts'
import { testOptions } from './journeys/options.ts'
import { testPortfolio } from './journeys/portfolio.ts'
import { testRolls } from './journeys/rolls.ts'
import { testTable } from './journeys/table.ts'

/**
 * Complete user journeys through one full stack with the invented market. The rules of a single page are tested next to
 * that page; these journeys test what only a browser or the whole stack can show.
 */
const site = setUpSite(7)

testEntering(site)
testFrame(site)
testFinding(site)
testTable(site)
testCalls(site)
testLists(site)
testKeeping(site)
testAnalysis(site)
testOptions(site)
testPortfolio(site)
testKeepingInStep(site)
testImportingOnPhone(site)
testLifecycle(site)
testRolls(site)
testDashboard(site)
testCoach(site)
testAlerts(site)
testMarkup(site)
testInstalled(site)
testToolsWithAxe(site)
testPhoneWithAxe(site)
testPagesWithAxe(site)
