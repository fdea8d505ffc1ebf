import '../../../testing/matchers.ts'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { parse } from 'papaparse'
import { refuse, reply } from '../../../testing/fake-network.ts'
import { buildStored, createPortfolioServer } from '../../../testing/portfolio-server.ts'
import { screen, within } from '../../../testing/queries.ts'
import { closeApp, renderApp } from '../../../testing/render-app.tsx'
import { collectSavedFiles } from '../../../testing/saved-files.ts'
import { buildTaxReport, buildTaxRow } from '../../../testing/tax-builders.ts'

afterEach(async () => {
  jest.restoreAllMocks()
  await closeApp()
})

const loss = buildTaxRow({
  description: '10 sh QBBB',
  symbol: 'QBBB',
  gain_or_loss_usd: -50,
  flags: ['wash_sale_possible'],
  wash_sale: { sold_on: '2026-02-02', bought_on: '2026-03-02' },
  event_ids: ['-1', '-2'],
})
const call = buildTaxRow({
  description: '1 call QAAA 03/20/2026 $52.50',
  kind: 'call',
  term: 'check',
  gain_or_loss_usd: -41.3,
  qualified: false,
  flags: ['loss_may_be_long_term', 'holding_period_reset'],
  event_ids: ['s1', 'event-3'],
})
const full = buildTaxReport({
  rows: [buildTaxRow(), loss, call],
  totals: { short_usd: 648.7, long_usd: 0, check_usd: -41.3 },
  dividends: [
    {
      event_id: 'd1',
      symbol: 'QAAA',
      paid_on: '2026-02-09',
      ex_date: '2026-02-01',
      amount_usd: 40,
      withheld_usd: 0,
      special: false,
    },
  ],
  open_at_year_end: [
    {
      position_id: 'position-1',
      symbol: 'QAAA',
      contract: 'QAAA260814C00130000',
      contracts: 1,
      strike_price: 130,
      expiry_date: '2026-08-14',
      opened_on: '2026-06-12',
    },
  ],
  unconfirmed: [
    {
      kind: 'outcome',
      position_id: 'position-2',
      chain_id: 'position-2',
      symbol: 'QCCC',
      day: '2026-07-09',
      sentence: 'Confirm that 2 calls expired worthless.',
    },
  ],
})

function open(answer: (year: string | null) => ReturnType<typeof buildTaxReport>) {
  const server = createPortfolioServer([buildStored()])
  server.network.answer('portfolio.tax', ({ query }) => reply('portfolio.tax', answer(query.get('year'))))
  return { server, ...renderApp('/portfolio?tab=tax', server) }
}

describe('the tax view', () => {
  test('shows gains by lot with the meaning of their notes, what is not counted, and the limits', async () => {
    open(() => full)
    const view = within(await screen.findByRole('region', { name: 'Tax' }))
    const table = within(view.getByRole('table', { name: 'Gains and losses' }))
    expect(
      table.getByRole('row', { name: /^200 sh QAAA Jan 5, 2026 Mar 11, 2026 \$10,698\.70 \$10,000\.00/ }),
    ).toBeInTheDocument()
    expect(
      table.getByRole('row', { name: /10 sh QBBB .* Possible wash sale: bought Mar 2, 2026$/ }),
    ).toBeInTheDocument()
    expect(
      table.getByRole('row', {
        name: /1 call QAAA .* Check .* No Loss may be long-term; Holding period may start over$/,
      }),
    ).toBeInTheDocument()
    expect(view.getByText(/It may be a wash sale; no amount was moved\.$/)).toBeInTheDocument()
    expect(view.getByRole('table', { name: 'Dividends by pay date' })).toBeInTheDocument()
    expect(view.getByRole('table', { name: 'Open on Jul 10, 2026' })).toBeInTheDocument()
    expect(view.getByText(/Confirm that 2 calls expired worthless\./)).toBeInTheDocument()
    expect(view.getByText(/^Not tax advice\./)).toBeInTheDocument()
    expect(view.getByText(/^Not covered: .*Section 1256/)).toBeInTheDocument()
  })

  test('saves the file of Form 8949, without cells that run as formulas', async () => {
    const { user } = open(() => full)
    const saved = collectSavedFiles()
    await user.click(await screen.findByRole('button', { name: 'Download CSV' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const [file] = saved
    expect(file?.name).toBe('callwright-tax-2026.csv')
    const [header = [], first = [], second = [], , note = []] = parse<string[]>(
      ((await file?.text) ?? '').replace(/^\uFEFF/, '').trimEnd(),
    ).data
    expect(header.slice(0, 8)).toEqual([
      ...['description', 'date_acquired', 'date_sold', 'proceeds_usd', 'cost_usd', 'code', 'adjustment_usd'],
      'gain_or_loss_usd',
    ])
    expect(first.slice(0, 9)).toEqual([
      ...['200 sh QAAA', '2026-01-05', '2026-03-11', '10698.70', '10000.00', '', '', '698.70', 'short'],
    ])
    expect([second[7], ...second.slice(-2)]).toEqual([
      '-50.00',
      'wash_sale_possible sold 2026-02-02 bought 2026-03-02',
      "'-1 -2",
    ])
    expect(note[0]).toMatch(/^Not tax advice\./)
  })

  test('another year is requested; a year without entries says so and has no file', async () => {
    const { user, server } = open((year) => buildTaxReport({ year: Number(year ?? 2026) }))
    expect(await screen.findByText('Nothing was recorded for 2026')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Download CSV' })).toBeDisabled()
    await user.selectOptions(screen.getByLabelText('Tax year'), '2025')
    expect(await screen.findByText('Nothing was recorded for 2025')).toBeInTheDocument()
    expect(server.network.callsTo('portfolio.tax')).toHaveLength(2)
  })

  test('a failure says so and offers to try again', async () => {
    const server = createPortfolioServer([buildStored()])
    server.network.answer('portfolio.tax', () => refuse(400, 'Not now.', { code: 'validation' }))
    renderApp('/portfolio?tab=tax', server)
    const failure = within(await screen.findByRole('alert'))
    expect(failure.getByText('Could not load your tax view')).toBeInTheDocument()
    expect(failure.getByRole('button')).toBeEnabled()
  })
})
