import '../../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { renderAnalysisPart } from '../../../testing/analysis-part.tsx'
import { buildQuote } from '../../../testing/bar-builders.ts'
import { buildRankedCall, buildRecommendations } from '../../../testing/call-builders.ts'
import { refuse, reply } from '../../../testing/fake-network.ts'
import { buildChain, buildExpiration, buildExpirations } from '../../../testing/option-builders.ts'
import { screen, within } from '../../../testing/queries.ts'
import { createHealthyNetwork } from '../../../testing/render-app.tsx'
import { closePart } from '../../../testing/render-part.tsx'
import { write } from '../../../testing/write.ts'
import { BestInRange } from './best-in-range.tsx'

afterEach(closePart)

const ranked = [
  buildRankedCall(),
  buildRankedCall({ strike: 135, annualized_yield_pct: 6.2, below_minimum_yield: true }),
  buildRankedCall({
    expiration_date: '2026-07-17',
    days_to_expiration: 7,
    strike: 125,
    annualized_yield_pct: 198.4,
    recommended: false,
  }),
]

function createMarket() {
  const network = createHealthyNetwork()
  network.answer('stocks.quote', () => reply('stocks.quote', buildQuote()))
  network.answer('options.expirations', () => reply('options.expirations', buildExpirations([buildExpiration()])))
  network.answer('options.chain', ({ query }) =>
    reply('options.chain', buildChain({ expiration_date: query.get('expiration_date') ?? '2026-08-14' })),
  )
  network.answer('options.customRecommendations', () =>
    reply(
      'options.customRecommendations',
      buildRecommendations(ranked, { rejected: { no_quote: 3, in_the_money: 12 } }),
    ),
  )
  return network
}

async function openList(network = createMarket()) {
  const app = await renderAnalysisPart((view) => <BestInRange view={view} />, network)
  const panel = within(await screen.findByRole('region', { name: /^Best/ }))
  const readRows = async () => {
    const rows = within(await panel.findByRole('table'))
      .getAllByRole('row')
      .slice(1)
    return rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 5)
        .map((cell) => cell.textContent),
    )
  }
  const press = async (name: string | RegExp) => app.user.click(await panel.findByRole('button', { name }))
  const asked = () => network.callsTo('options.customRecommendations').at(-1)?.body
  return { ...app, panel, readRows, press, asked }
}

async function openCriteria() {
  const app = await openList()
  await app.readRows()
  await app.press('Criteria')
  const form = within(await screen.findByRole('dialog', { name: 'Criteria for calls' }))
  const type = (label: string, text: string) => write(form.getByLabelText(label), text)
  return { ...app, form, type, submit: () => app.user.click(form.getByRole('button', { name: 'Show calls' })) }
}

describe('best in range', () => {
  test('shows one call per expiration, 30 to 45 days out first; a click selects the call', async () => {
    const { readRows, press, panel, readSearch, asked } = await openList()
    expect(await readRows()).toEqual([
      ['Aug 14 35 d, strike 130', '130 delta 0.219', '1.20 spread 4.9', '10.4 if called 8.90', '400 liquidity Liquid'],
      ['Jul 17 7 d, strike 125', '125 delta 0.219', '1.20 spread 4.9', '198.4 if called 8.90', '400 liquidity Liquid'],
    ])
    expect(panel.getByText(/^One call per expiration: 30 to 45 days by yield, liquid before thin/)).toBeInTheDocument()
    expect(asked()).toEqual({ target_delta_min: 0.15, target_delta_max: 0.3, limit: 100 })
    expect(panel.getByRole('button', { name: /^Aug 14/ })).toHaveAttribute('aria-pressed', 'true')
    await press('Reasons for Jul 17, strike 125')
    expect(panel.getByText(/^Listed, not recommended: scores 71 of 100/)).toBeInTheDocument()
    expect(panel.getByText('Open interest is 400.')).toBeInTheDocument()
    await press('Reasons for Jul 17, strike 125')
    expect(panel.queryByText('Open interest is 400.')).toBeNull()
    await press(/^Jul 17 7 d/)
    expect(readSearch()).toBe('/analysis?symbol=QAAA&exp=2026-07-17&strike=125')
  })

  test('marks the best call, thin calls and those under the minimum yield', async () => {
    const network = createMarket()
    const calls = [
      buildRankedCall({ is_best_call: true, best_call_liquidity: 'thin' }),
      buildRankedCall({ expiration_date: '2026-07-17', days_to_expiration: 7, below_minimum_yield: true }),
    ]
    network.answer('options.customRecommendations', () =>
      reply('options.customRecommendations', buildRecommendations(calls, { ranked_by: 'best_call' })),
    )
    const { panel, readRows } = await openList(network)
    expect((await readRows()).map((cells) => [cells[0], cells[4]])).toEqual([
      ['Aug 14 35 d, strike 130 Best call', '400 liquidity Thin'],
      ['Jul 17 7 d, strike 130 Under 10%', '400 liquidity Liquid'],
    ])
    expect(panel.getByText(/^The best call first, then one call per expiration/)).toBeInTheDocument()
  })

  test('a failed list shows the error and can be retried', async () => {
    const network = createMarket()
    network.answer('options.customRecommendations', () => refuse(502, 'The source does not answer.'))
    const { panel, press, readRows } = await openList(network)
    expect(await panel.findByText('Could not load the list: The source does not answer.')).toBeInTheDocument()
    network.answer('options.customRecommendations', () =>
      reply('options.customRecommendations', buildRecommendations(ranked)),
    )
    await press('Retry')
    expect(await readRows()).toHaveLength(2)
  })

  test('without a qualifying call, shows how many calls each rule rejected', async () => {
    const network = createMarket()
    network.answer('options.customRecommendations', () =>
      reply('options.customRecommendations', buildRecommendations([], { rejected: { no_quote: 3, in_the_money: 12 } })),
    )
    const { panel } = await openList(network)
    expect(await panel.findByText('No call in range qualifies.')).toBeInTheDocument()
    expect(panel.getByText('Not on the list: 12 in the money, 3 without a bid and an ask.')).toBeInTheDocument()
  })
})

describe('criteria', () => {
  test('that the user sets replace the list and are shown above it', async () => {
    const { type, form, user, submit, asked, panel, readRows, press } = await openCriteria()
    await type('Delta, at most', '')
    await type('Delta, at least', '0.3')
    await type('Days to expiration, at least', '30')
    await user.click(form.getByLabelText('No earnings before expiration'))
    await user.selectOptions(form.getByLabelText('Expiration'), 'Aug 14 only')
    await submit()
    await waitFor(() =>
      expect(asked()).toEqual({
        target_delta_min: 0.3,
        min_dte: 30,
        avoid_earnings: true,
        expiration_date: '2026-08-14',
        limit: 100,
      }),
    )
    expect(panel.getByRole('heading', { name: 'Best by your criteria' })).toBeInTheDocument()
    expect(
      panel.getByText(
        'Criteria: expiration Aug 14, delta at least 0.3, days at least 30, open interest at least 10, spread at most 40% of the mid, no earnings before expiration.',
      ),
    ).toBeInTheDocument()
    expect(await readRows()).toHaveLength(3)
    expect(panel.getByText('Not on the list: 12 in the money, 3 without a bid and an ask.')).toBeInTheDocument()
    await press('Criteria')
    await user.click(await screen.findByRole('button', { name: 'Reset to best in range' }))
    expect(await panel.findByRole('heading', { name: 'Best in range' })).toBeInTheDocument()
    expect(await readRows()).toHaveLength(2)
  })

  test('that are invalid are rejected with the reason', async () => {
    const { type, form, submit, network } = await openCriteria()
    for (const [label, text, message] of [
      ['Delta, at least', '2', 'Enter a number from 0 to 1'],
      ['Delta, at most', '0.1', 'Maximum is below minimum'],
      ['Days to expiration, at most', '30.5', 'Enter a whole number, such as 30'],
      ['Calls, at most', '0', 'Enter a number from 1 to 100'],
    ] as const) {
      const usual = (form.getByLabelText(label) as HTMLInputElement).value
      await type(label, text)
      await submit()
      expect(await form.findByText(message)).toBeInTheDocument()
      expect(form.getByLabelText(label)).toHaveAttribute('aria-invalid', 'true')
      await type(label, usual)
    }
    expect(network.callsTo('options.customRecommendations')).toHaveLength(1)
  })

  test('that depend on the cost of the shares ask for it', async () => {
    const { type, form, user, submit, asked } = await openCriteria()
    await user.click(form.getByLabelText('No strike below my cost per share'))
    await submit()
    expect(await form.findByText('Enter your cost per share, or allow strikes below it')).toBeInTheDocument()
    await type('Cost per share $', '118.5')
    await submit()
    await waitFor(() => expect(asked()).toMatchObject({ cost_basis: 118.5, never_below_cost: true }))
  })

  test('carry over to the next stock, except the expiration and the cost of the shares', async () => {
    const { type, form, user, submit, network, panel, goTo } = await openCriteria()
    await type('Days to expiration, at least', '30')
    await type('Cost per share $', '118.5')
    await user.click(form.getByLabelText('No strike below my cost per share'))
    await user.selectOptions(form.getByLabelText('Base for returns'), 'Cost of the shares')
    await user.selectOptions(form.getByLabelText('Expiration'), 'Aug 14 only')
    await submit()
    await panel.findByText(/^Criteria: .*shares bought at 118.50/)
    await goTo('?symbol=QBBB')
    await waitFor(() =>
      expect(panel.getByText(/^Criteria: delta 0.15 to 0.3, days at least 30, open/)).toBeInTheDocument(),
    )
    const asked = () =>
      network
        .callsTo('options.customRecommendations')
        .flatMap(({ path, body }) => (path.includes('QBBB') ? [body] : []))
    await waitFor(() =>
      expect(asked()).toEqual([{ target_delta_min: 0.15, target_delta_max: 0.3, min_dte: 30, limit: 100 }]),
    )
  })
})
