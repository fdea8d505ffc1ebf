import { afterEach, describe, expect, jest, test } from '@jest/globals'
import type { Locator, Page } from 'playwright-core'
import { untilStill } from './screener/access.ts'
import { desktop, expectAddress, expectSoon, phone, setUpSite, tabAndPress, tabTo } from './screener/site.ts'
import { findAxeViolations } from './support.ts'

jest.setTimeout(180_000)

const site = setUpSite(14)
afterEach(site.closePages)

const parts = (page: Page) => {
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

async function openPreview(search = '', options: Parameters<typeof site.openPage>[0] = {}): Promise<Page> {
  const page = await site.openPage(options)
  await page.goto(`${site.url()}/analysis?symbol=BRMZ${search}`)
  if (options.viewport === phone) await page.getByRole('button', { name: 'Preview' }).click()
  await parts(page).drawing.waitFor()
  return page
}

const readCursor = async (page: Page) => Number(await parts(page).cursor.getAttribute('aria-valuenow'))
const expectTitle = (page: Page, title: string) => expectSoon(() => parts(page).title.textContent(), title)

describe('with the mouse', () => {
  test('strike, expiration and contracts step, and the figures follow', async () => {
    const page = await openPreview()
    const { button, figure } = parts(page)
    await expectTitle(page, 'Sell 1 BRMZ Aug 14, 445 call')
    const credit = Number((await figure('Credit, at bid').textContent())?.replace(/\D/g, ''))
    await button('More contracts, 2').click()
    await expectSoon(async () => Number((await figure('Credit, at bid').textContent())?.replace(/\D/g, '')), 2 * credit)
    await button('Fewer contracts, 1').click()
    await button('Next strike, 460.00').click()
    await expectTitle(page, 'Sell 1 BRMZ Aug 14, 460 call')
    await button('Previous strike, 445.00').click()
    await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-14&strike=445')
    await button(/^Next expiration, Aug 21/).click()
    await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-21')
    await page.goBack()
    await expectTitle(page, 'Sell 1 BRMZ Aug 14, 445 call')
  })

  test('the diagram is read where the pointer is, and as a table', async () => {
    const page = await openPreview()
    const { panel, cursor } = parts(page)
    const box = await cursor.boundingBox()
    if (box === null) throw new Error('The diagram has no room')
    await page.mouse.move(box.x + box.width * 0.1, box.y + 20)
    const low = await readCursor(page)
    await page.mouse.move(box.x + box.width * 0.9, box.y + 20)
    expect(await readCursor(page)).toBeGreaterThan(low)
    await panel.getByText(/^At [\d.]+: \+\$[\d,]+ at expiration, [+−]\$[\d,]+ today$/).waitFor()
    await panel.getByText('View as table').click()
    await panel.getByRole('row', { name: /^445\.00 strike/ }).waitFor()
  })

  test('what is supposed survives a reload and is taken back', async () => {
    const page = await openPreview('&strike=445')
    const { panel, button, field, figure } = parts(page)
    const asItIs = await figure('Profit or loss').textContent()
    await field('Price $').fill('430')
    await field('Days forward d').fill('20')
    await field('Volatility %').fill('45')
    await expectAddress(page, '/analysis?symbol=BRMZ&strike=445&price=430&days=20&iv=45')
    const supposed = await figure('Profit or loss').textContent()
    expect(supposed).not.toBe(asItIs)
    await page.reload()
    await parts(page).drawing.waitFor()
    expect(await field('Price $').inputValue()).toBe('430')
    expect(await figure('Profit or loss').textContent()).toBe(supposed)
    await panel.getByText('In 20 days', { exact: true }).waitFor()
    await button('Reset').click()
    await expectAddress(page, '/analysis?symbol=BRMZ&strike=445')
    await expectSoon(() => figure('Profit or loss').textContent(), asItIs)
  })

  test('a slider is dragged', async () => {
    const page = await openPreview('&strike=445')
    const { slider, field } = parts(page)
    await slider('Days forward').hover()
    const box = await slider('Days forward').boundingBox()
    if (box === null) throw new Error('The slider has no room')
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
    await page.mouse.down()
    await page.mouse.move(box.x + 40, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    const days = await field('Days forward d').inputValue()
    expect(Number(days)).toBeGreaterThan(0)
    await expectAddress(page, `/analysis?symbol=BRMZ&strike=445&days=${days}`)
  })

  test('up to four strikes stand beside each other, also after a reload', async () => {
    const page = await openPreview()
    const { compare, table, button } = parts(page)
    for (const strike of ['430', '460', '475']) {
      await compare.selectOption(strike)
      await button('Compare').click()
    }
    await expectAddress(page, '/analysis?symbol=BRMZ&strike=445&compare=430,460,475')
    await expectSoon(() => button('Compare').getAttribute('aria-disabled'), 'true')
    await table.getByRole('row', { name: /^Credit .*best/ }).waitFor()
    await page.reload()
    await button('Remove 460').click()
    await expectAddress(page, '/analysis?symbol=BRMZ&strike=445&compare=430,475')
    await expectSoon(() => table.getByRole('columnheader').count(), 3)
  })

  test('what the rules would say opens, and pages that are not there are not linked to', async () => {
    const page = await openPreview()
    const { panel } = parts(page)
    await panel.getByText('Once added, the recommendation would be').click()
    await panel.getByText('A rule applied to your data, not advice.').waitFor()
    await panel.getByText('Simulated market: not real prices').waitFor()
    expect(await panel.getByRole('link').allInnerTexts()).toEqual(['Add as position'])
  })
})

test('with the keyboard alone: every control', async () => {
  const page = await openPreview()
  const { panel, button, cursor, compare, slider, field } = parts(page)
  await tabAndPress(page, button('Next strike, 460.00'), 'Enter')
  await expectTitle(page, 'Sell 1 BRMZ Aug 14, 460 call')
  await tabAndPress(page, button(/^Next expiration, Aug 21/), 'Space')
  await expectTitle(page, 'Sell 1 BRMZ Aug 21, 460 call')
  await tabTo(page, field('Contracts of 100 shares'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('3')
  await expectTitle(page, 'Sell 3 BRMZ Aug 21, 460 calls')
  await tabAndPress(page, compare, 'ArrowDown')
  await tabAndPress(page, button('Compare'), 'Enter')
  await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-21&strike=460&contracts=3&compare=490')

  await tabTo(page, cursor)
  const start = await readCursor(page)
  await page.keyboard.press('ArrowRight')
  const moved = await readCursor(page)
  expect(moved).toBeGreaterThan(start)
  await page.keyboard.press('PageDown')
  expect(await readCursor(page)).toBeLessThan(start)
  await page.keyboard.press('End')
  expect(await readCursor(page)).toBe(Number(await cursor.getAttribute('aria-valuemax')))
  await page.keyboard.press('Escape')
  expect(await readCursor(page)).toBe(start)

  await tabAndPress(page, panel.getByText('View as table'), 'Enter')
  await panel.getByRole('table', { name: 'Profit and loss, $' }).waitFor()
  await tabAndPress(page, panel.locator('summary', { hasText: 'Once added' }), 'Enter')
  await panel.getByText('A rule applied to your data, not advice.').waitFor()
  await tabAndPress(page, button('Remove 490'), 'Enter')
  await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-21&strike=460&contracts=3')
  await tabAndPress(page, slider('Price'), 'ArrowRight')
  await tabAndPress(page, slider('Days forward'), 'ArrowRight')
  await tabAndPress(page, slider('Volatility'), 'ArrowRight')
  await expectSoon(() => field('Days forward d').inputValue(), '1')
  await expectSoon(async () => /price=.*&days=1&iv=/.test(page.url()), true)
  await tabTo(page, button('Reset'), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expectAddress(page, '/analysis?symbol=BRMZ&exp=2026-08-21&strike=460&contracts=3')
})

/** Too small for a finger, by name. */
const findSmallTargets = (panel: Locator) =>
  panel.locator('button, input:not([type=hidden]), select, summary').evaluateAll((controls) =>
    controls
      .filter((control) => {
        const { width, height } = (control.closest('fieldset') ?? control).getBoundingClientRect()
        return control.checkVisibility() && Math.min(width, height) < 44
      })
      .map((control) => control.outerHTML.slice(0, 80)),
  )

describe.each(['light', 'dark'] as const)('in the %s theme', (colorScheme) => {
  test.each([
    ['desktop', desktop],
    ['phone', phone],
  ] as const)('no axe violations on a %s, with everything open', async (name, viewport) => {
    const page = await openPreview('&strike=445&compare=430,460&price=420&days=9', { viewport, colorScheme })
    const { panel } = parts(page)
    for (const summary of await panel.locator('summary').all()) await summary.click()
    await untilStill(page)
    expect(await findAxeViolations(page)).toEqual([])
    expect(await panel.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    if (name === 'phone') expect(await findSmallTargets(panel)).toEqual([])
  })

  test('no axe violations where there is no call', async () => {
    const page = await site.openPage({ colorScheme })
    await page.goto(`${site.url()}/analysis?symbol=BRMZ&strike=444`)
    await page.getByText('No 444 call that expires Aug 14 is listed.').waitFor()
    expect(await findAxeViolations(page, parts(page).panel)).toEqual([])
    await parts(page).button('Show the best in range').click()
    await expectTitle(page, 'Sell 1 BRMZ Aug 14, 445 call')
  })
})

test('without its chain the preview says why and asks again, and the rest of the page is there', async () => {
  const page = await site.openPage()
  const detail = 'The source does not answer'
  await page.route('**/api/options/chain/*', (route) =>
    route.fulfill({ status: 404, contentType: 'application/problem+json', body: JSON.stringify({ detail }) }),
  )
  await page.goto(`${site.url()}/analysis?symbol=BRMZ`)
  const { panel, button, title } = parts(page)
  await panel.getByText(`${detail}.`).waitFor()
  await page.getByRole('heading', { name: 'BRMZ' }).first().waitFor()
  // Whoever shows the chain asks once more as it comes, the list last; from then on nothing but the button asks.
  await page.getByRole('region', { name: 'Best in range' }).getByRole('table').waitFor()
  await expectSoon(() => button('Retry').getAttribute('aria-disabled'), 'false')
  await page.unroute('**/api/options/chain/*')
  await button('Retry').click()
  await title.filter({ hasText: 'Sell 1 BRMZ Aug 14, 445 call' }).waitFor()
})

test('without its drawing the diagram is still there as figures', async () => {
  const page = await site.openPage()
  await page.route('**/assets/payoff-chart-*.js', (route) => route.abort())
  await page.goto(`${site.url()}/analysis?symbol=BRMZ`)
  const { panel, drawing } = parts(page)
  await panel.getByText('The diagram could not be loaded.').waitFor()
  await panel.getByText(/^You keep \$/).waitFor()
  await page.unroute('**/assets/payoff-chart-*.js')
  await panel.getByRole('button', { name: 'Try Again' }).click()
  await drawing.waitFor()
})
