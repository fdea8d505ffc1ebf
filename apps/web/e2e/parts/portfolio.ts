import type { Locator, Page } from 'playwright-core'
import { expectSoon } from '../harness/look.ts'

const button = (within: Page | Locator, name: string | RegExp) => within.getByRole('button', { name, exact: true })

/** Parts of the portfolio, found by their visible names. */
export const portfolioParts = (page: Page) => {
  const dialog = (name: string) => page.getByRole('dialog', { name })
  const grid = page.getByRole('grid', { name: 'Covered calls with their figures' })
  return {
    dialog,
    grid,
    button: (name: string | RegExp, within: Page | Locator = page) => button(within, name),
    rows: grid.locator('tbody tr[data-key]'),
    row: (strike: number) => grid.getByRole('row').filter({ has: button(page, `Delete BRMZ ${strike} call`) }),
    remove: (strike: number) => button(page, `Delete BRMZ ${strike} call`),
    chart: page.getByRole('region', { name: 'Chart of BRMZ' }),
    empty: page.getByText('No positions yet. Add your first covered call position!'),
    unsynced: page.getByText(/saved on this device and not synced yet/),
    undo: page.getByRole('button', { name: /^Undo/ }),
    notice: (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }),
    attention: page.getByRole('button', { name: /^Needs attention/ }),
    addForm: formParts(dialog('Add Covered Call Position')),
    editForm: formParts(dialog('Edit Covered Call Position')),
    why: dialog('Recommendation Analysis'),
    removal: dialog('Delete position'),
    importing: dialog('Import positions'),
    suggestion: (name: RegExp) => page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option', { name }),
  }
}

const formParts = (form: Locator) => ({
  form,
  symbol: form.getByLabel('Ticker Symbol'),
  entryDate: form.getByLabel('Entry Date'),
  expiration: form.getByLabel('Expiry Date'),
  strike: form.getByLabel('Strike Price ($)'),
  price: form.getByLabel('Entry Price ($)'),
  premium: form.getByLabel('Premium Received ($)'),
  contracts: form.getByLabel('Contracts'),
  notes: form.getByLabel('Notes (optional)'),
  submit: form.locator('button[type=submit]'),
  cancel: button(form, 'Cancel'),
})

/** Visible strikes, in order. */
export const readStrikes = async (page: Page): Promise<readonly number[]> =>
  (await readColumn(page, 'Strike')).map(Number)

/** Reads a table column from top to bottom; `name` is the start of the column's name. */
export async function readColumn(page: Page, name: string): Promise<readonly string[]> {
  const { grid, rows } = portfolioParts(page)
  const names = await grid.getByRole('columnheader').allInnerTexts()
  const column = names.findIndex((text) => text.startsWith(name))
  return rows.evaluateAll((lines, at) => lines.map(({ children }) => children[at]?.textContent?.trim() ?? ''), column)
}

/** Waits until the table shows these strikes in this order. */
export const expectOrder = (page: Page, strikes: readonly number[]) => expectSoon(() => readStrikes(page), strikes)

/** Waits until the table shows exactly these strikes in any order. Pass them in ascending order. */
export const expectStrikes = (page: Page, strikes: readonly number[]) =>
  expectSoon(async () => (await readStrikes(page)).toSorted((a, b) => a - b), strikes)

/** Reads a list of names and figures; returns the figures by name. */
export const readFacts = (list: Locator): Promise<Readonly<Record<string, string>>> =>
  list
    .locator('dt')
    .evaluateAll((names) =>
      Object.fromEntries(names.map((name) => [name.textContent, name.nextElementSibling?.textContent?.trim() ?? ''])),
    )
