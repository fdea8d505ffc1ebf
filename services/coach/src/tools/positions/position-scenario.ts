import { addDays, computeWhatIf, daysBetween, newYorkDate } from '@callwright/scoring'
import Type from 'typebox'
import { readChain } from '../options/chains.ts'
import {
  date,
  days,
  defineTool,
  maybeDate,
  maybeDays,
  maybeNumber,
  maybePositionId,
  maybePrice,
  maybeSymbol,
  pct,
  readStamp,
  Unanswerable,
  usd,
} from '../tool.ts'
import { choosePosition, positionRow, toPositionRow } from './analyze-position.ts'

export const positionScenario = defineTool({
  name: 'position_scenario',
  description:
    'One of the user’s open positions at another stock price or on another day: value of the call, profit, and whether the ' +
    'shares would be called away. Without a day, at expiration; without a price, at today’s price.',
  args: {
    position_id: maybePositionId,
    symbol: maybeSymbol,
    price: maybePrice('Supposed price of the stock'),
    change_pct: maybeNumber({
      minimum: -99,
      maximum: 1_000,
      description: 'Supposed change of the price instead, percent',
    }),
    date: maybeDate,
    days: maybeDays('Days from today instead of a date'),
  },
  result: {
    position: Type.Object(positionRow),
    price: usd(),
    date,
    days_forward: days(),
    is_expiration: Type.Boolean(),
    is_called: Type.Boolean(),
    call_value: usd('Value of the call, per share'),
    profit: usd('Over the cost of the shares, premium included', 'position'),
    profit_pct: pct('Percent of the cost of the shares'),
    shares_alone: usd('Profit of the shares without the call', 'position'),
    call_effect: usd('profit − shares_alone', 'position'),
  },
  run: async ({ position_id, symbol, price, change_pct, date: day, days: ahead }, { ask, page }) => {
    const portfolio = await ask('portfolio.list')
    const listed = choosePosition(portfolio, { position_id, symbol }, { page })
    if (listed.state === 'expired')
      throw new Unanswerable('INVALID', 'That call has expired, so nothing about it can change.')
    if (listed.splits_since_entry.length > 0) {
      throw new Unanswerable(
        'INVALID',
        `${listed.ticker} had a split or spin-off after you opened this position. Update its terms first.`,
      )
    }
    const now = listed.current_price
    const supposed = price ?? (change_pct === null ? now : now === null ? null : now * (1 + change_pct / 100))
    if (supposed === null) throw new Unanswerable('STALE', `No price is available for ${listed.ticker} right now.`)
    const nowMs = Date.parse(portfolio.market_time)
    const today = newYorkDate(nowMs)
    const until = daysBetween(today, listed.expiry_date)
    const forward = Math.min(until, Math.max(0, day === null ? (ahead ?? until) : daysBetween(today, day)))
    const isExpiration = forward >= until
    const chain = isExpiration ? null : await readChain(listed.ticker, listed.expiry_date, ask)
    const vol =
      listed.implied_volatility ?? portfolio.underlyings.find((stock) => stock.symbol === listed.ticker)?.atm_iv
    if (!isExpiration && vol == null)
      throw new Unanswerable(
        'STALE',
        'The volatility of that call is unknown, so only its value at expiration can be calculated.',
      )
    const { profitUsd, callValue } = computeWhatIf(
      {
        entryPrice: listed.entry_price,
        premium: listed.entry_premium,
        strike: listed.strike_price,
        contracts: listed.contracts,
        expiration: listed.expiry_date,
        asOfMs: nowMs,
        rate: chain?.rate ?? 0,
        vol: vol ?? 0,
        dividends: (chain?.dividends ?? []).map(({ ex_date, cash_amount }) => ({ exDate: ex_date, cash: cash_amount })),
      },
      { price: supposed, daysForward: forward },
    )
    const sharesAlone = (supposed - listed.entry_price) * listed.shares
    return {
      position: toPositionRow(listed, portfolio),
      price: supposed,
      date: isExpiration ? listed.expiry_date : addDays(today, forward),
      days_forward: forward,
      is_expiration: isExpiration,
      is_called: isExpiration && supposed > listed.strike_price,
      call_value: callValue,
      profit: profitUsd,
      shares_alone: sharesAlone,
      call_effect: profitUsd - sharesAlone,
      profit_pct: (profitUsd / (listed.entry_price * listed.shares)) * 100,
      ...readStamp([portfolio, ...(chain === null ? [] : [chain])]),
    }
  },
})
