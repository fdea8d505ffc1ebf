import { MAX_TAX_YEAR, MIN_TAX_YEAR } from '@callwright/contracts'
import Type from 'typebox'
import { count, defineTool, ownStamp, usd } from './tool.ts'

const total = (description: string) => usd(description, 'position')

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
      dividends: answer.dividends.reduce((sum, { amount_usd }) => sum + amount_usd, 0),
      unconfirmed: answer.unconfirmed.length,
      ...ownStamp('your ledger', answer.message === null ? [] : [answer.message]),
    }
  },
})
