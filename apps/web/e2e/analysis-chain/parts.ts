import type { Page } from 'playwright-core'
import type { Site } from '../screener/site.ts'

export const CHAIN_CALLS = '**/api/options/chain/*'

/** The parts of the card of options by the names a reader knows them by. */
export const parts = (page: Page) => {
  const card = page.getByRole('region', { name: 'Options chain' })
  const button = (name: string) => card.getByRole('button', { name, exact: true })
  const row = (strike: string) => card.locator(`tr[data-strike="${strike}"]`)
  return {
    card,
    button,
    row,
    strikeOf: (strike: string) => row(strike).getByRole('rowheader'),
    table: (words: string) => card.getByRole('grid', { name: words, exact: true }),
    scroller: card.getByRole('grid').locator('..'),
    strikes: () => card.getByRole('rowheader').allTextContents(),
    expiration: (date: string) => card.getByRole('option', { name: new RegExp(`^${date}`) }),
    price: card.getByText('$398.75'),
    hint: page.getByRole('tooltip'),
  }
}

/** The options of one stock with a call chosen, at an address (`&strikes=all`), with its ladder in view. */
export async function openChain(site: Site, search = '', options: Parameters<Site['openPage']>[0] = {}): Promise<Page> {
  const page = await site.openPage(options)
  await page.goto(`${site.url()}/analysis?symbol=BRMZ&exp=2026-08-14&strike=445${search}`)
  await parts(page).card.getByRole('grid').waitFor()
  await parts(page).card.getByRole('option').first().waitFor()
  return page
}
