import { MAX_TAX_YEAR, MIN_TAX_YEAR, type TaxRow } from '@callwright/contracts'
import Type from 'typebox'
import { count, date, defineTool, maybeDate, ownStamp, usd } from '../tool.ts'

const total = (description: string) => usd(description, 'position')
const MAX_TRADES = 100

/** A contract that ended, or a lot of shares that was sold. */
const trade = Type.Object({
  symbol: Type.String(),
  kind: Type.Enum(['call', 'shares']),
  opened_on: maybeDate,
  closed_on: date,
  gain: total('Gain or loss'),
})

export const taxSummary = defineTool({
  name: 'tax_summary',
  description:
    'The user’s realized gains and losses of a year by US tax term, as the tax view has them: short-term, long-term, ' +
    'and those whose term a flag could change, with possible wash sales and dividends. General information, not advice.',
  args: {
    year: Type.Union([Type.Integer({ minimum: MIN_TAX_YEAR, maximum: MAX_TAX_YEAR }), Type.Null()], {
      description: 'The current year unless given',
    }),
  },
  result: {
    year: Type.String(),
    short_term: total('Gains less losses'),
    long_term: total('Gains less losses'),
    check: total('Gains less losses whose term a flag could change'),
    entries: count('Contracts and lots of shares that ended'),
    wash_sales: count('Losses that may be wash sales'),
    dividends: total('Paid in the year, before tax withheld'),
    gains: count('Entries with a gain'),
    losses: count('Entries with a loss'),
    rows: Type.Array(trade, { description: 'The entries, largest gain first' }),
    unconfirmed: count('Outcomes to confirm, which are not in the totals'),
  },
  run: async ({ year }, { ask }) => {
    const answer = await ask('portfolio.tax', { query: year === null ? {} : { year } })
    return {
      year: String(answer.year),
      short_term: answer.totals.short_usd,
      long_term: answer.totals.long_usd,
      check: answer.totals.check_usd,
      entries: answer.rows.length,
      wash_sales: answer.rows.filter(({ wash_sale }) => wash_sale !== null).length,
      gains: answer.rows.filter(({ gain_or_loss_usd }) => gain_or_loss_usd > 0).length,
      losses: answer.rows.filter(({ gain_or_loss_usd }) => gain_or_loss_usd < 0).length,
      rows: rankTrades(answer.rows),
      dividends: answer.dividends.reduce((sum, { amount_usd }) => sum + amount_usd, 0),
      unconfirmed: answer.unconfirmed.length,
      ...ownStamp('your ledger', answer.message === null ? [] : [answer.message]),
    }
  },
})

/** Both ends are kept if there are too many. */
function rankTrades(rows: readonly TaxRow[]) {
  const ranked = rows
    .map(({ symbol, kind, opened_on, closed_on, gain_or_loss_usd: gain }) => ({
      symbol,
      kind,
      opened_on,
      closed_on,
      gain,
    }))
    .toSorted((a, b) => b.gain - a.gain)
  return ranked.length <= MAX_TRADES ? ranked : [...ranked.slice(0, MAX_TRADES / 2), ...ranked.slice(-MAX_TRADES / 2)]
}
