import { setUpSite } from './harness/site.ts'
import { startSiteStack } from './harness/site-stack.ts'
import { testFailing } from './outages/failing.ts'
import { testStopped } from './outages/stopped.ts'
import { testStorage } from './outages/storage.ts'

/** Takes down parts of the product, each on a real stack. Too slow to run with every change. */
const site = setUpSite(() => startSiteStack(9))

testStopped(site)
testFailing(site)
testStorage(site)
