import { annualizePct, countCoverableCalls, SHARES_PER_CONTRACT } from '@callwright/scoring'
import Type from 'typebox'
import { defineTool, maybe, maybeDays, maybeNumber, maybePremium, maybePrice, ownStamp, Unanswerable } from './tool.ts'

const DAYS_PER_YEAR = 365

/** Multiplies and divides the user's own figures, so that no engine has to calculate. */
export const calcFigures = defineTool({
  name: 'calc_figures',
  description:
    'Plain arithmetic on figures that the user gives: return of a premium on a price, annualized return, contracts for ' +
    'shares, total premium, breakeven, cash for shares, and the premium needed for an amount. No market data is used.',
  args: {
    premium: maybePremium('Dollars per share'),
    price: maybePrice('Price or cost of a share'),
    shares: Type.Union([Type.Number({ minimum: 0, maximum: 10_000_000 }), Type.Null()]),
    days: maybeDays('Days that the return takes'),
    return_pct: maybeNumber({ minimum: -100, maximum: 10_000, description: 'A return to annualize, or to reach' }),
    periods_a_year: maybeNumber({
      exclusiveMinimum: 0,
      maximum: 365,
      description: 'How often a year the return comes',
    }),
    target: maybeNumber({ exclusiveMinimum: 0, maximum: 1_000_000_000, description: 'Dollars to reach in total' }),
  },
  result: {
    premium: maybe.usd(),
    price: maybe.usd(),
    shares: maybe.count(),
    days: maybe.days(),
    contracts: maybe.count('Calls that the shares cover'),
    uncovered_shares: maybe.count(),
    premium_total: maybe.usd('Premium × covered shares', 'position'),
    premium_needed: maybe.usd('For the target, or for the return'),
    return_pct: maybe.pct('Premium as percent of the price, or the given return'),
    annualized_pct: maybe.pct('× 365 / days, without compounding'),
    breakeven: maybe.usd('Price − premium'),
    cash: maybe.usd('Price × shares', 'position'),
  },
  run: async ({ premium, price, shares, days, return_pct: given, periods_a_year: periods, target }) => {
    const contracts = shares === null ? null : countCoverableCalls({ shares: Math.floor(shares) })
    const covered = contracts === null ? null : contracts * SHARES_PER_CONTRACT
    const returned =
      premium !== null && price !== null ? (premium / price) * 100 : premium === null && price === null ? given : null
    const needed =
      target !== null && covered !== null && covered > 0
        ? target / covered
        : premium === null && price !== null && given !== null
          ? (price * given) / 100
          : null
    const annualized =
      returned === null
        ? null
        : days !== null && days > 0
          ? annualizePct(returned, days)
          : periods === null
            ? null
            : annualizePct(returned, DAYS_PER_YEAR / periods)
    const result = {
      premium,
      price,
      shares: shares === null ? null : Math.floor(shares),
      days,
      contracts,
      uncovered_shares: shares === null || covered === null ? null : Math.floor(shares) - covered,
      premium_total: premium === null || covered === null || covered === 0 ? null : premium * covered,
      premium_needed: needed,
      return_pct: returned,
      annualized_pct: annualized,
      breakeven: premium === null || price === null || premium >= price ? null : price - premium,
      cash: price === null || shares === null || premium !== null ? null : price * shares,
    }
    const { premium_total, premium_needed, return_pct, breakeven, cash } = result
    if ([premium_total, premium_needed, return_pct, breakeven, cash, contracts].every((one) => one === null)) {
      throw new Unanswerable(
        'INVALID',
        'To calculate that, I need two figures, such as the premium and the price of a share, or a percent and the days.',
      )
    }
    return { ...result, ...ownStamp('The figures you entered') }
  },
})
