import { setUpSite } from './harness/site.ts'
import { joinSiteStack } from './harness/site-stack.ts'
import { testStocksWithAxe } from './journeys/accessibility-stocks.ts'
import { testAnalysis } from './journeys/analysis.ts'
import { testCalls } from './journeys/calls.ts'
import { testCoach } from './journeys/coach.ts'
import { testFinding } from './journeys/finding.ts'
import { testFrame } from './journeys/frame.ts'
import { testKeeping } from './journeys/keeping.ts'
import { testLists } from './journeys/lists.ts'
import { testMarkup } from './journeys/markup.ts'
import { testOptions } from './journeys/options.ts'
import { testTable } from './journeys/table.ts'

/**
 * User journeys through stocks, calls and their analysis, on one full stack with the invented market. The rules of a
 * single page are tested next to that page; journeys test what only a browser or the whole stack can show.
 */
const site = setUpSite(joinSiteStack)

testFrame(site)
testFinding(site)
testTable(site)
testCalls(site)
testLists(site)
testKeeping(site)
testAnalysis(site)
testOptions(site)
testCoach(site)
testMarkup(site)
testStocksWithAxe(site)
