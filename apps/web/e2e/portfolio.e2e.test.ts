import { afterEach, jest } from '@jest/globals'
import { testAccess } from './portfolio/access.ts'
import { testByKeyboard } from './portfolio/adding-keyboard.ts'
import { testAddingByMouse } from './portfolio/adding-mouse.ts'
import { testFigures } from './portfolio/figures.ts'
import { testKeeping } from './portfolio/keeping.ts'
import { testOutages } from './portfolio/outages.ts'
import { testOnPhone } from './portfolio/phone.ts'
import { testSharing } from './portfolio/sharing.ts'
import { testTransfer } from './portfolio/transfer.ts'
import { setUpSite } from './screener/site.ts'

jest.setTimeout(180_000)

const site = setUpSite(10)
afterEach(site.closePages)

testFigures(site)
testAddingByMouse(site)
testByKeyboard(site)
testKeeping(site)
testTransfer(site)
testOutages(site)
testSharing(site)
testOnPhone(site)
testAccess(site)
