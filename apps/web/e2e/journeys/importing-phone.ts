import { describe, expect, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { createAccount } from '../harness/accounts.ts'
import { watchWithAxe } from '../harness/axe.ts'
import { expectSoon, listSmall, readOverflow } from '../harness/look.ts'
import { phone, type Site } from '../harness/site.ts'
import { HISTORY, UNKNOWN } from '../parts/import-files.ts'
import { portfolioParts } from '../parts/portfolio.ts'
import { buildTerms, expectStored, goToPortfolio, setPositions } from '../parts/positions.ts'

const touch = {
  viewport: phone,
  hasTouch: true,
  isMobile: true,
  permissions: ['clipboard-read', 'clipboard-write'],
}

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await field.tap()
  await page.keyboard.press('ControlOrMeta+V')
  await expectSoon(() => field.inputValue(), text)
}

export function testImportingOnPhone(site: Site): void {
  describe('importing on a phone', () => {
    test('a file and pasted rows of an unknown layout are checked, imported and taken back by touch', async () => {
      // The shares that it imports outlast the positions that other journeys remove.
      const page = await site.openElsewhere(touch, await createAccount(site.url()))
      await setPositions(page, site, [buildTerms()])
      await goToPortfolio(page, site)
      const { button, importing, notice } = portfolioParts(page)
      const { found, check, checkWithColors } = watchWithAxe(page)
      const controls = importing.locator(
        'button, select, textarea, input:not([type=hidden], [type=radio], [type=checkbox])',
      )
      const checkStep = async (step: string, look = check) => {
        await look(step, importing)
        expect([step, await controls.evaluateAll(listSmall), await readOverflow(page)]).toEqual([step, [], 0])
      }
      const takeBack = async (step: string) => {
        await button('Done', importing).tap()
        await importing.waitFor({ state: 'hidden' })
        await expectStored(page, [445, 460])
        await check(step)
        const undo = button('Undo', notice('Imported 2 events.'))
        expect(await undo.evaluateAll(listSmall)).toEqual([])
        await undo.tap()
        await expectStored(page, [445])
      }

      await button('Import').tap()
      await checkStep('source', checkWithColors)
      const history = { name: 'history.csv', mimeType: 'text/csv', buffer: Buffer.from(HISTORY) }
      await importing.getByLabel('CSV file').setInputFiles(history)
      const rows = importing.getByLabel('Or rows as text')
      await expectSoon(() => rows.inputValue(), HISTORY)
      await button('Check rows', importing).tap()
      await importing.getByText(/^Robinhood: 2 events to record from 3 lines/).waitFor()
      await checkStep('preview', checkWithColors)
      await button('Import 2 events', importing).tap()
      await importing.getByText(/^Robinhood: 2 events recorded/).waitFor()
      await checkStep('imported')
      await takeBack('undo')

      await button('Import').tap()
      await paste(page, rows, UNKNOWN)
      await checkStep('pasted')
      await button('Check rows', importing).tap()
      await importing.getByLabel('Name').fill('My bank')
      await checkStep('columns', checkWithColors)
      await button('Read with these columns', importing).tap()
      await importing.getByText(/^My bank: 2 events to record from 3 lines/).waitFor()
      await checkStep('preview of unknown columns')
      await button('Import 2 events', importing).tap()
      await importing.getByText(/^My bank: 2 events recorded/).waitFor()
      await takeBack('second undo')
      expect(found).toEqual({})
    })
  })
}
