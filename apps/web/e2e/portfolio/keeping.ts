import { describe, expect, test } from '@jest/globals'
import { expectAddress, expectSoon, type Site } from '../screener/site.ts'
import { oneForEachRule } from './figures.ts'
import { expectOrder, expectStrikes, parts, readColumn, readFacts, readStrikes } from './parts.ts'
import { buildTerms, expectStored, goToPortfolio, listStored, openPortfolio } from './positions.ts'

const byDollars = (text: string) => Number(text.replace('−', '-').replace(/[^\d.-]/g, ''))

export function testKeeping(site: Site): void {
  describe('positions that are there', () => {
    test('terms, contracts and notes are changed, and the figures follow', async () => {
      const page = await openPortfolio(site, [buildTerms()])
      const { row, chart, button, editForm } = parts(page)
      await row(445).getByText('445.00').click()
      await button('Edit', chart).click()
      const { form, ticker, premium, contracts, notes, submit } = editForm
      expect(await ticker.inputValue()).toBe('BRMZ')
      await premium.fill('10')
      await contracts.fill('3')
      await notes.fill('Added a third')
      await submit.click()
      await form.waitFor({ state: 'hidden' })
      await chart.getByText('Added a third').waitFor()
      // (10 − 6.10) × 300
      await expectSoon(() => readColumn(page, 'Option P&L'), ['+$1,170'])
      await expectSoon(async () => (await readFacts(chart)).Contracts, '3')
      await expectStored(page, [445])
      expect(await listStored(page)).toMatchObject([{ entry_premium: 10, contracts: 3, notes: 'Added a third' }])
    })

    test('a deletion asks, can be taken back for ten seconds, and takes its chart away', async () => {
      const page = await openPortfolio(site, [buildTerms(), buildTerms({ strike_price: 460 })])
      const { row, chart, remove, removal, button, undo, notice } = parts(page)
      await row(445).getByText('445.00').click()
      await chart.waitFor()
      await remove(445).click()
      await removal.getByText('Are you sure you want to delete this position?').waitFor()
      await button('Cancel', removal).click()
      await removal.waitFor({ state: 'hidden' })
      await expectStrikes(page, [445, 460])

      await remove(445).click()
      await button('Delete', removal).click()
      await notice('Deleted BRMZ 445 call.').waitFor()
      await expectAddress(page, '/portfolio')
      await chart.waitFor({ state: 'hidden' })
      await expectStored(page, [460])
      await undo.click()
      await expectStrikes(page, [445, 460])
      await expectStored(page, [445, 460])

      await page.clock.install()
      await remove(460).click()
      await button('Delete', removal).click()
      await undo.waitFor()
      await expectSoon(async () => {
        await page.clock.runFor(1_000)
        return undo.count()
      }, 0)
      await expectStored(page, [445])
    })

    test('a header sorts one way and the other, and the address keeps it', async () => {
      const page = await openPortfolio(site, oneForEachRule())
      const { grid } = parts(page)
      await grid.waitFor()
      expect((await readColumn(page, 'DTE'))[0]).toBe('Expired')
      const header = (name: RegExp) => grid.getByRole('columnheader', { name }).getByRole('button')
      await header(/^Strike/).click()
      await expectOrder(page, [475, 460, 430, 405, 400, 385])
      await header(/^Strike/).click()
      await expectOrder(page, [385, 400, 405, 430, 460, 475])
      await header(/^CC P&L/).click()
      await expectAddress(page, '/portfolio?sort=cc_pnl&order=desc')
      const readResults = () => readColumn(page, 'CC P&L')
      const isKnown = (text: string) => !text.startsWith('N/A')
      const shown = await readResults()
      const known = shown.filter(isKnown).toSorted((a, b) => byDollars(b) - byDollars(a))
      // What is not known comes last.
      await expectSoon(readResults, [...known, ...shown.filter((text) => !isKnown(text))])
      const sorted = await readStrikes(page)
      await page.reload()
      await expectOrder(page, sorted)
    })

    test('what needs attention is counted with its reasons, and leads to its position', async () => {
      const page = await openPortfolio(site, oneForEachRule())
      const { attention, row, button } = parts(page)
      // The delta of the 385 and the 7 days of the 405; the 400 has expired.
      await attention.getByText(/^2 positions ask for action/).waitFor()
      await attention.click()
      const list = page.getByRole('list', { name: 'Positions that need attention' })
      await list.getByRole('listitem').filter({ hasText: 'BRMZ 405 call, 7 d' }).first().waitFor()
      const reasons = page.getByRole('list', { name: 'How many for which reason' })
      expect(await reasons.getByRole('listitem').allTextContents()).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^At most 7 days to expiration\D+1\b/),
          expect.stringMatching(/^Delta of at least 0\.5\D+1\b/),
        ]),
      )
      await button(/BRMZ 385 call/, list).click()
      await expectSoon(() => row(385).getAttribute('aria-selected'), 'true')
    })

    test('a pasted address selects a position and sorts; what it cannot mean is said', async () => {
      const terms = buildTerms()
      const page = await openPortfolio(site, [terms, buildTerms({ strike_price: 460 })], {
        search: `?sort=strike&order=desc&selected=${terms.id}`,
      })
      const { chart, row } = parts(page)
      await chart.getByText(/strike 445/).waitFor()
      await page.getByRole('figure', { name: /^Price of BRMZ/ }).waitFor()
      expect(await row(445).getAttribute('aria-selected')).toBe('true')
      await expectOrder(page, [460, 445])
      await row(460).getByText('460.00').click()
      await chart.getByText(/strike 460/).waitFor()
      await page.goBack()
      await chart.getByText(/strike 445/).waitFor()
      await chart.getByRole('link', { name: 'Open analysis' }).click()
      await expectAddress(page, '/analysis?symbol=BRMZ')

      await goToPortfolio(page, site, '?selected=gone&sort=bogus')
      await page.getByText(/sort=bogus/).waitFor()
      await expectStrikes(page, [445, 460])
      expect(await chart.count()).toBe(0)
    })
  })
}
