import { describe, expect, test } from '@jest/globals'
import { expectSoon } from '../harness/look.ts'
import type { Site } from '../harness/site.ts'
import { expectStrikes, portfolioParts } from '../parts/portfolio.ts'
import { buildTerms, expectStored, goToPortfolio, openPrefilledForm, openWithPositions } from '../parts/positions.ts'

const ADDITIONS = '**/api/portfolio/positions'

export function testStorage(site: Site): void {
  describe('browser storage (F43)', () => {
    test('when it is full, a position is saved on the server or not at all', async () => {
      const page = await openWithPositions(site, [])
      const { addForm, unsynced, empty } = portfolioParts(page)
      await openPrefilledForm(page, site, 460)
      await page.evaluate(fillStorage)
      await page.route(ADDITIONS, (route) => route.abort())
      await addForm.submit.click()
      await addForm.form.getByText(/^Failed to add position:/).waitFor()
      await expectStored(page, [])
      await page.unroute(ADDITIONS)
      await addForm.submit.click()
      await addForm.form.waitFor({ state: 'hidden' })
      await expectStrikes(page, [460])
      await expectStored(page, [460])
      expect([await unsynced.count(), await empty.count()]).toEqual([0, 0])
    })

    test.each(['{"broken', '[]x', 'null', '{"kind":"add","position":{}}'])(
      'if it contains %s, the page still opens',
      async (text) => {
        const page = await openWithPositions(site, [buildTerms()])
        await page.evaluate(breakStored, text)
        await goToPortfolio(page, site)
        await expectStrikes(page, [445])
        await page.getByText(/^Some positions saved in this browser could not be read\./).waitFor()
        await expectSoon(() => page.evaluate(() => localStorage.getItem('coveredCallPositions')), text)
        await expectStored(page, [445])
      },
    )
  })
}

/** Fills the browser's storage to the last byte. Runs in the page. */
function fillStorage(): void {
  for (let length = 4_000_000; length > 0; length = Math.floor(length / 2)) {
    for (let count = 0; ; count += 1) {
      try {
        localStorage.setItem(`filler-${length}-${count}`, 'x'.repeat(length))
      } catch {
        break
      }
    }
  }
}

/** Corrupts the positions stored without a user and those stored for this user. Runs in the page. */
function breakStored(text: string): void {
  const user: { id: string } = JSON.parse(localStorage.getItem('user') ?? '{}')
  localStorage.setItem('coveredCallPositions', text)
  localStorage.setItem(`coveredCallPositions.${user.id}.broken`, text)
}
