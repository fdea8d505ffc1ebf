import { afterEach, jest } from '@jest/globals'
import { testAccess } from './analysis/access.ts'
import { testAddresses } from './analysis/addresses.ts'
import { testArriving } from './analysis/arriving.ts'
import { setUpSite } from './screener/site.ts'

jest.setTimeout(180_000)

const site = setUpSite(13)
afterEach(site.closePages)

testArriving(site)
testAddresses(site)
testAccess(site)
