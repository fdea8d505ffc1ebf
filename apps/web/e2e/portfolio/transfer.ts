import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSoon, type Site } from '../screener/site.ts'
import { expectStrikes, parts } from './parts.ts'
import { buildTerms, expectStored, listStored, openPortfolio } from './positions.ts'

async function readDownload(page: Page, save: () => Promise<unknown>) {
  const [download] = await Promise.all([page.waitForEvent('download'), save()])
  const path = await download.path()
  const text = await readFile(path, 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  return { name: download.suggestedFilename(), path, lines: text.slice(1).trimEnd().split('\r\n') }
}

const HEADER = 'ticker,entry_date,expiry_date,strike_price,entry_premium,entry_price,contracts,broker'
const WRITTEN = [
  HEADER,
  'BRMZ,2026-06-12,2026-08-14,445,9.20,380.50,2,Somebody',
  'BRMZ,2026-06-12,2026-06-01,430,9.20,380.50,1,Somebody',
  'BRMZ,2026-06-12,2026-08-14,much,9.20,380.50,1,Somebody',
  '"BRMZ",2026-06-12,2026-08-14,460,$4.10,"1,380.50",,Somebody',
].join('\n')

export function testTransfer(site: Site): void {
  describe('positions out and in', () => {
    test('the file holds every position with its figures, runs nothing, and is read back as it is', async () => {
      const page = await openPortfolio(site, [buildTerms({ notes: '=1+1' }), buildTerms({ expiry_date: '2026-08-21' })])
      const { button, importing } = parts(page)
      await button('Export').click()
      const { name, path, lines } = await readDownload(page, () =>
        page.getByRole('menuitem', { name: 'CSV, all positions' }).click(),
      )
      expect(name).toBe('callwright-positions-2026-07-10.csv')
      expect(lines).toHaveLength(3)
      const names = lines[0]?.split(',') ?? []
      const cells = lines[1]?.split(',') ?? []
      expect(Object.fromEntries(names.map((column, at) => [column, cells[at]]))).toMatchObject({
        ticker: 'BRMZ',
        strike_price: '445',
        notes: `"'=1+1"`,
        current_price: '398.75',
        current_premium: '6.1',
        cc_pnl_usd: '4270',
        recommendation: 'Hold',
        kept_on: 'server',
        as_of: expect.stringMatching(/^2026-07-10T/),
      })

      await button('Import').click()
      await importing.getByLabel('CSV file').setInputFiles(path)
      await button('Check rows', importing).click()
      await importing.getByText('0 positions to add, 2 already there.').waitFor()
      await button('Nothing to import', importing).waitFor()
      expect((await listStored(page)).map(({ notes }) => notes).toSorted()).toEqual(['=1+1', null])
    })

    test('rows are looked at before they come in, and refused ones say why and are given back', async () => {
      const page = await openPortfolio(site)
      const { button, importing } = parts(page)
      await button('Import CSV').click()
      await button('Check rows', importing).click()
      await importing.getByText('Choose a file, or paste rows with a header line').waitFor()
      await importing.getByLabel('Or rows as text').fill(WRITTEN)
      await button('Check rows', importing).click()
      await importing.getByText('2 positions to add, 2 rows refused.').waitFor()
      await importing.getByText('Not read: broker.').waitFor()
      const refused = importing.getByRole('region', { name: 'Refused rows' }).getByRole('row')
      await expectSoon(() => refused.getByRole('cell').first().textContent(), '3')
      await refused.filter({ hasText: /^3.*before the entry date/ }).waitFor()
      await refused.filter({ hasText: /^4.*strike/i }).waitFor()
      const taken = importing.getByRole('region', { name: 'Positions' }).getByRole('row')
      expect(await taken.filter({ hasText: 'Will be added' }).count()).toBe(2)
      // So far nothing has come in.
      await expectStored(page, [])

      const { name, lines } = await readDownload(page, () => button('Download refused rows', importing).click())
      expect(name).toBe('callwright-refused-rows.csv')
      expect(lines[0]).toBe(`Line,Reason,${HEADER}`)
      expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(['3', '4'])
      expect(lines[2]).toMatch(/BRMZ,2026-06-12,2026-08-14,much,9\.20,380\.50,1,Somebody$/)

      await button('Import 2 positions', importing).click()
      await importing.getByText('2 positions added, 2 rows refused.').waitFor()
      await button('Done', importing).click()
      await expectStrikes(page, [445, 460])
      await expectStored(page, [445, 460])
      expect(await listStored(page)).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ strike_price: 460, entry_premium: 4.1, entry_price: 1380.5, contracts: 1 }),
        ]),
      )
    })
  })
}
