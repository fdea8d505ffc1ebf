/** Two users: one has positions and saved screens, the other has neither. */
export const FILLED = 'trader'
export const EMPTY = 'newcomer'

const buildPosition = (terms, index) => ({
  id: `picture-${index + 1}`,
  ticker: 'BRMZ',
  entry_date: '2026-06-12',
  expiry_date: '2026-08-14',
  strike_price: 445,
  entry_premium: 9.2,
  entry_price: 380.5,
  contracts: 1,
  notes: null,
  ...terms,
})

/** A call for each recommendation, an expired call, and calls on other stocks. */
export const positions = [
  { contracts: 2, notes: 'Core holding' },
  { strike_price: 385 },
  { strike_price: 405, expiry_date: '2026-07-17' },
  { strike_price: 475, entry_date: '2026-07-06', entry_premium: 12 },
  { strike_price: 430, entry_premium: 2 },
  { strike_price: 400, entry_date: '2026-04-01', expiry_date: '2026-06-18' },
  { ticker: 'GLNQ', strike_price: 80, entry_price: 74.2, entry_premium: 1.9, contracts: 5 },
  { ticker: 'WLMQ', strike_price: 165, entry_date: '2026-07-01', entry_price: 149.5, entry_premium: 2.6 },
].map(buildPosition)

export const screens = [
  { id: '00000000-0000-4000-8000-000000000001', name: 'Rich premiums', query: 'yield=20&sort=rsi' },
  { id: '00000000-0000-4000-8000-000000000002', name: 'Large technology', query: 'sector=technology&cap=large' },
]

// Elements to press or to wait for, as functions of the page.
const button = (name) => (page) => page.getByRole('button', { name, exact: true }).first()
const dialog = (name) => (page) => page.getByRole('dialog', { name })
const region = (name) => (page) => page.getByRole('region', { name })
const list = (name) => (page) => page.getByRole('list', { name })
const heading = (name) => (page) => page.getByRole('heading', { name })
const menu = (page) => page.getByRole('menu')
const faults = (page) => page.locator('[aria-invalid=true]').first()
const suggestions = (page) => page.getByRole('listbox', { name: 'Suggestions' })
const fourthRow = (page) => page.locator('tr[data-key]').nth(3).getByRole('gridcell').nth(3)
const filterMenu = (page) => region('Search and filters')(page).getByRole('button', { name: /^Market cap/ })
const ratingChip = (page) => page.getByRole('button', { name: /Callwright Rating \d+ of 60/ }).first()
const lastUpdate = (page) => page.getByRole('group', { name: 'Price refresh' }).getByRole('button').first()
const chain = region('Options chain')
const chart = region('Chart of BRMZ')
const field = (name) => (page) => page.getByRole('combobox', { name })
const conversation = (page) => page.getByRole('log')

const opens = (pressed, shown) => async (shot) => {
  await pressed(shot.page).click()
  await shown(shot.page).waitFor()
}
const opensDialog = (name, title = name) => opens(button(name), dialog(title))
const inTurn =
  (...acts) =>
  async (shot) => {
    for (const act of acts) await act(shot)
  }

/** Moves the mouse away from everything that shows a hint. */
const leave = ({ page }) => page.mouse.move(1, 1)
const presses =
  (pressed, options) =>
  ({ page }) =>
    pressed(page).click(options)
const waits =
  (shown) =>
  ({ page }) =>
    shown(page).first().waitFor()
const types =
  (where, text) =>
  ({ page }) =>
    where(page).pressSequentially(text)

const scrollTo = (shown) => async (shot) => {
  await shown(shot.page)
    .first()
    .evaluate((element) => element.scrollIntoView({ block: 'start' }))
  await leave(shot)
}

/** Turns the mouse wheel over the middle of the page, because a page may scroll inside an element of its own. */
const scrollBy = (screens) => async (shot) => {
  const { width, height } = shot.page.viewportSize()
  await shot.page.mouse.move(width * 0.6, height * 0.5)
  await shot.page.mouse.wheel(0, screens * height)
  await shot.page.waitForTimeout(300)
  await leave(shot)
}

async function selectStocks({ page }) {
  const boxes = page.locator('main').getByRole('checkbox', { name: /^Select [A-Z.]+$/ })
  for (let index = 0; index < 3; index += 1) await boxes.nth(index).click()
  await region('Selected stocks')(page).waitFor()
}
const compare = (page) => button('Compare')(region('Selected stocks')(page))
const opensFilters = (shot) => opensDialog(shot.isPhone ? 'Filters' : 'More filters')(shot)

const CALL = '/analysis?symbol=BRMZ&exp=2026-08-14&strike=445'
const INDICATORS = 'sma20,sma50,bollinger,rsi,stochastic'
async function openTrade({ page, isPhone }) {
  if (isPhone) await button('Preview')(region('Selected call')(page)).click()
  await page.locator('.highcharts-series-group').last().waitFor()
}
const reasons = (page) => page.getByRole('button', { name: /^Reasons for/ }).first()

async function selectPosition(shot) {
  const { page, isPhone } = shot
  const rows = page.getByRole('row').filter({ has: button('Delete BRMZ 445 call')(page) })
  const cards = list('Positions')(page).getByRole('button', { name: /^BRMZ 445 call/ })
  await (isPhone ? cards : rows.getByText('445.00')).click()
  await chart(page).getByRole('figure').first().waitFor()
  await leave(shot)
}
const inChart = (name) => inTurn(selectPosition, ({ page }) => button(name)(chart(page)).click())
const attention = (page) => page.getByRole('button', { name: /^Needs attention/ })

/** Asks the coach a question in an empty conversation. */
const ask =
  (question) =>
  async ({ page, call }) => {
    await call('DELETE', '/api/ai-coach/history')
    await page.reload()
    await page.locator('textarea:enabled').fill(question)
    await page.keyboard.press('Enter')
    await conversation(page).getByRole('button', { name: 'How I got this' }).waitFor()
    await page.locator('textarea:enabled').waitFor()
  }
const howIGotThis = (page) => button('How I got this')(conversation(page))

const searchPalette =
  (words) =>
  async ({ page }) => {
    await page.keyboard.press('ControlOrMeta+k')
    await field('Find a symbol, a page or an action')(page).fill(words)
    await page.getByRole('option', { selected: true }).waitFor()
  }
const key =
  (name) =>
  ({ page }) =>
    page.keyboard.press(name)

async function loseSettings({ page }) {
  await page.route('**/assets/settings-page-*.js', (route) => route.abort())
  await page.goto(new URL('/settings', page.url()).href)
  await page.getByText('Could not load this page').waitFor()
}
async function goOffline({ page, context }) {
  await context.setOffline(true)
  await page.getByText(/^You are offline\./).waitFor()
}

const signedOut = [
  { name: 'landing', path: '/' },
  { name: 'landing-scrolled', path: '/', act: scrollBy(1.5) },
  { name: 'landing-foot', path: '/', act: scrollBy(99) },
  { name: 'sign-in', path: '/login' },
  { name: 'sign-in-errors', path: '/login', act: opens(button('Sign in'), faults) },
  { name: 'sign-up', path: '/register' },
  { name: 'lost-password', path: '/reset-password' },
  { name: 'new-password', path: '/reset-password#token' },
]

const empty = [
  { name: 'dashboard-empty', path: '/dashboard' },
  { name: 'portfolio-empty', path: '/portfolio' },
  { name: 'coach-empty', path: '/ai-coach' },
]

const screener = [
  { name: 'screener' },
  { name: 'screener-professional', search: '?columns=professional' },
  { name: 'screener-filtered', search: '?yield=5&rsi=80&sector=known_sectors&sort=rsi' },
  { name: 'screener-filter-menu', on: 'desktop', act: opens(filterMenu, menu) },
  { name: 'screener-filters', act: opensFilters },
  { name: 'screener-columns', on: 'desktop', act: opensDialog('Columns') },
  { name: 'screener-rating', act: opens(ratingChip, dialog(/^Rating of /)) },
  { name: 'screener-selected', act: selectStocks },
  { name: 'screener-compare', act: inTurn(selectStocks, opens(compare, dialog('Compare stocks'))) },
  { name: 'screener-row-menu', on: 'desktop', act: inTurn(presses(fourthRow, { button: 'right' }), waits(menu)) },
  { name: 'screener-saved', act: opens(button('Saved screens'), list('Saved screens')) },
  { name: 'screener-save', search: '?yield=20', on: 'desktop', act: opensDialog('Save screen') },
  { name: 'screener-update', act: opens(lastUpdate, dialog('Last price refresh')) },
  { name: 'screener-weights', act: opensDialog('Weights', 'Rating weights') },
  { name: 'screener-search', act: inTurn(types(field('Search by symbol or company'), 'gl'), waits(suggestions)) },
  { name: 'screener-export', on: 'desktop', act: opens(button('Export'), menu) },
  { name: 'screener-no-match', search: '?rating=45&sector=Utilities' },
].map(({ search = '', ...surface }) => ({ path: `/screening${search}`, ...surface }))

const analysis = [
  { name: 'analysis-chooser', path: '/analysis' },
  { name: 'analysis' },
  { name: 'analysis-1d', path: '/analysis?symbol=BRMZ&range=1D' },
  { name: 'analysis-indicators', path: `/analysis?symbol=BRMZ&range=1M&lines=${INDICATORS}` },
  { name: 'analysis-scrolled', act: scrollBy(1) },
  { name: 'analysis-chain', path: `${CALL}&strikes=all`, act: scrollTo(chain) },
  {
    name: 'analysis-puts',
    path: CALL,
    act: inTurn(
      presses((page) => button('Puts')(chain(page))),
      scrollTo(chain),
    ),
  },
  { name: 'analysis-best', act: inTurn(presses(reasons), scrollTo(region('Best in range'))) },
  { name: 'analysis-trade', path: CALL, act: openTrade },
  {
    name: 'analysis-what-if',
    path: `${CALL}&compare=430,460&price=420&days=9`,
    act: inTurn(openTrade, scrollTo(heading('What if'))),
  },
  { name: 'analysis-criteria', act: opensDialog('Criteria', 'Criteria for calls') },
  { name: 'analysis-rating', act: opens(ratingChip, dialog('Rating of BRMZ')) },
  { name: 'analysis-unknown', path: '/analysis?symbol=QQZZ' },
].map((surface) => ({ path: '/analysis?symbol=BRMZ', ...surface }))

const portfolio = [
  { name: 'portfolio' },
  { name: 'portfolio-selected', act: selectPosition },
  { name: 'portfolio-attention', act: opens(attention, list('Positions that need attention')) },
  { name: 'portfolio-add', act: opensDialog('Add Position', 'Add Covered Call Position') },
  { name: 'portfolio-edit', act: inTurn(inChart('Edit'), waits(dialog('Edit Covered Call Position'))) },
  { name: 'portfolio-delete', act: opensDialog('Delete BRMZ 445 call', 'Delete position') },
  { name: 'portfolio-recommendation', act: inTurn(inChart('Why'), waits(dialog('Recommendation Analysis'))) },
  { name: 'portfolio-import', act: opensDialog('Import', 'Import positions') },
  { name: 'portfolio-export', on: 'desktop', act: opens(button('Export'), menu) },
].map((surface) => ({ path: '/portfolio', ...surface }))

const others = [
  { name: 'dashboard', path: '/dashboard' },
  { name: 'dashboard-scrolled', path: '/dashboard', act: scrollBy(1) },
  { name: 'coach-answer', path: '/ai-coach', act: ask('Find BRMZ calls with delta between 0.2 and 0.3') },
  {
    name: 'coach-sources',
    path: '/ai-coach',
    act: inTurn(ask('Should I roll my BRMZ 405 call?'), presses(howIGotThis), scrollBy(99)),
  },
  { name: 'settings', path: '/settings' },
  { name: 'settings-scrolled', path: '/settings', act: scrollBy(1) },
  { name: 'shortcuts', path: '/settings', act: inTurn(key('?'), waits(dialog('Keyboard shortcuts'))) },
  { name: 'palette', path: '/settings', act: searchPalette('brm') },
  {
    name: 'palette-term',
    path: '/settings',
    act: inTurn(searchPalette('headroom'), key('Enter'), waits(button('Back'))),
  },
  {
    name: 'theme-menu',
    path: '/settings',
    on: 'desktop',
    act: opens((page) => page.getByRole('button', { name: /^Theme:/ }), menu),
  },
  { name: 'menu', path: '/settings', on: 'phone', act: opensDialog('Open menu', 'Menu') },
  { name: 'not-found', path: '/nowhere/at/all' },
  { name: 'lost-page', path: '/dashboard', act: loseSettings },
  { name: 'offline', path: '/portfolio', act: goOffline },
]

/**
 * The surfaces: { name, path, user, act, on }. Without `user`, no user is signed in. `act` opens the surface after the
 * page has loaded; without it, the page is the surface. `on` is the only width that has the surface.
 */
export const surfaces = [
  ...signedOut,
  ...empty.map((surface) => ({ ...surface, user: EMPTY })),
  ...[...screener, ...analysis, ...portfolio, ...others].map((surface) => ({ ...surface, user: FILLED })),
]
