import type { Page } from 'playwright-core'
import { expectSoon, phone, type Site } from '../screener/site.ts'

/** The trade preview by the names a reader knows its parts by. */
export const parts = (page: Page) => {
  const panel = page.getByRole('region', { name: 'Trade preview' })
  return {
    panel,
    title: panel.getByRole('heading', { level: 2 }),
    button: (name: string | RegExp) => panel.getByRole('button', { name }),
    field: (name: string) => panel.getByRole('textbox', { name }),
    slider: (name: string) => panel.getByRole('slider', { name: `${name}, slider` }),
    cursor: panel.getByRole('slider', { name: 'Cursor on the diagram' }),
    drawing: panel.locator('.highcharts-series-group'),
    compare: panel.getByRole('combobox', { name: 'Strike to compare' }),
    table: panel.getByRole('region', { name: 'Strikes compared' }),
    figure: (name: string) => panel.locator('dt', { hasText: name }).locator('+ dd'),
  }
}

/** The preview of one call at an address (`&compare=430`), drawn. */
export async function openPreview(
  site: Site,
  search = '',
  options: Parameters<Site['openPage']>[0] = {},
): Promise<Page> {
  const page = await site.openPage(options)
  await page.goto(`${site.url()}/analysis?symbol=BRMZ&exp=2026-08-14&strike=445${search}`)
  if (options.viewport === phone) await page.getByRole('button', { name: 'Preview' }).click()
  await parts(page).drawing.waitFor()
  return page
}

export const readCursor = async (page: Page) => Number(await parts(page).cursor.getAttribute('aria-valuenow'))
export const expectTitle = (page: Page, title: string) => expectSoon(() => parts(page).title.textContent(), title)
