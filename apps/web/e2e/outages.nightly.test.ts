import { setUpSite } from './harness/site.ts'
import { testFailing } from './outages/failing.ts'
import { testStopped } from './outages/stopped.ts'
import { testStorage } from './outages/storage.ts'

/** What a reader meets while parts of the product are away: too slow for every run, and each on a real stack. */
const site = setUpSite(9)

testStopped(site)
testFailing(site)
testStorage(site)
