import type { Success } from '@callwright/contracts'
import { TAX_NOTE } from '@callwright/scoring'

type ReportWire = Success<'portfolio.tax'>
type RowWire = ReportWire['rows'][number]

/** Shares that were called away with their premium (LIFECYCLE E5). */
export const buildTaxRow = (changes: Partial<RowWire> = {}): RowWire => ({
  description: '200 sh QAAA',
  date_acquired: '2026-01-05',
  date_sold: '2026-03-11',
  proceeds_usd: 10_698.7,
  cost_usd: 10_000,
  code: null,
  adjustment_usd: null,
  gain_or_loss_usd: 698.7,
  term: 'short',
  kind: 'shares',
  symbol: 'QAAA',
  contract: null,
  quantity: 200,
  opened_on: '2026-01-05',
  closed_on: '2026-03-11',
  premium_in_proceeds_usd: 198.7,
  proceeds_1099b_usd: 10_698.7,
  qualified: null,
  flags: [],
  wash_sale: null,
  event_ids: ['s1', 'event-2'],
  ...changes,
})

export const buildTaxReport = (changes: Partial<ReportWire> = {}): ReportWire => ({
  status: 'success',
  year: 2026,
  years: [2025, 2026],
  rows: [],
  totals: { short_usd: 0, long_usd: 0, check_usd: 0 },
  dividends: [],
  open_at_year_end: [],
  open_as_of: '2026-07-10',
  unconfirmed: [],
  note: TAX_NOTE,
  message: null,
  ...changes,
})
