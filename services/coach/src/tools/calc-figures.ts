import { annualizePct, countCoverableCalls, SHARES_PER_CONTRACT } from '@callwright/scoring'
import Type from 'typebox'
import { defineTool, maybe, maybeDays, maybeNumber, maybePremium, maybePrice, ownStamp, Unanswerable } from './tool.ts'

const DAYS_PER_YEAR = 365

/** Multiplies and divides the user's own figures, so that no engine has to calculate. */
export const calcFigures = defineTool({
  name: 'calc_figures',
  description:
    'Plain arithmetic on figures that the user gives: return of a premium on a price, annualized return, contracts for ' +
    'shares, total premium, net of fees and of buying back, time value, breakeven, cash for shares, and the premium needed for an amount. No market data is used.',
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
    more_premiums: Type.Union(
      [Type.Array(Type.Number({ minimum: 0, maximum: 100_000 }), { maxItems: 24 }), Type.Null()],
      {
        description: 'Further premiums received on the same shares, dollars per share',
      },
    ),
    buy_back: maybePremium('Dollars per share at which the call is, or could be, bought back'),
    fee: maybePremium('Dollars per contract'),
    strike: maybePrice('To split the premium into intrinsic and time value'),
    target: maybeNumber({ exclusiveMinimum: 0, maximum: 1_000_000_000, description: 'Dollars to reach in total' }),
  },
  result: {
    premium: maybe.usd(),
    price: maybe.usd(),
    shares: maybe.count(),
    days: maybe.days(),
    contracts: maybe.count('Calls that the shares cover'),
    uncovered_shares: maybe.count(),
    premium_total: maybe.usd('All premiums × covered shares', 'position'),
    premium_needed: maybe.usd('For the target, or for the return'),
    return_pct: maybe.pct('Premium as percent of the price, or the given return'),
    annualized_pct: maybe.pct('× 365 / days, without compounding'),
    breakeven: maybe.usd('Price − premium'),
    cash: maybe.usd('Price × shares', 'position'),
    premium_sum: maybe.usd('All premiums received'),
    net_premium: maybe.usd('All premiums − the price of buying back'),
    net_total: maybe.usd('The net × covered shares − fees', 'position'),
    fees: maybe.usd('Fee × contracts', 'position'),
    captured_pct: maybe.pct('Part of the premium kept when buying back'),
    intrinsic_value: maybe.usd('Price − strike, at least zero'),
    time_value: maybe.usd('Premium − intrinsic value'),
    contracts_needed: maybe.count('For the target at this premium, rounded up'),
    shares_needed: maybe.count('Contracts needed × 100'),
  },
  run: async (asked) => {
    const { premium, price, shares, days, return_pct: given, periods_a_year: periods, target } = asked
    const { more_premiums: more, buy_back: back, fee, strike } = asked
    const sum = premium === null ? null : (more ?? []).reduce((all, one) => all + one, premium)
    const contracts = shares === null ? null : countCoverableCalls({ shares: Math.floor(shares) })
    const covered = contracts === null ? null : contracts * SHARES_PER_CONTRACT
    const returned =
      sum !== null && price !== null ? (sum / price) * 100 : premium === null && price === null ? given : null
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
      premium_total: sum === null || covered === null || covered === 0 ? null : sum * covered,
      premium_needed: needed,
      return_pct: returned,
      annualized_pct: annualized,
      breakeven: sum === null || price === null || sum >= price ? null : price - sum,
      cash: price === null || shares === null || premium !== null ? null : price * shares,
      premium_sum: more === null || more.length === 0 ? null : sum,
      ...calculateNet({ sum, back, fee, contracts }),
      ...splitValue({ premium, price, strike }),
      ...countNeeded(target, shares === null ? premium : null),
    }
    const { premium_total, premium_needed, return_pct, breakeven, cash, net_premium, time_value, contracts_needed } =
      result
    const found = [
      premium_total,
      premium_needed,
      return_pct,
      breakeven,
      cash,
      contracts,
      net_premium,
      time_value,
      contracts_needed,
    ]
    if (found.every((one) => one === null)) {
      throw new Unanswerable(
        'INVALID',
        'To calculate that, I need two figures, such as the premium and the price of a share, or a percent and the days.',
      )
    }
    return { ...result, ...ownStamp('The figures you entered') }
  },
})

type Figures<Name extends string> = Readonly<Record<Name, number | null>>

function calculateNet({ sum, back, fee, contracts }: Figures<'sum' | 'back' | 'fee' | 'contracts'>) {
  const isAsked = sum !== null && (back !== null || fee !== null)
  const net = isAsked ? sum - (back ?? 0) : null
  const fees = fee === null || contracts === null ? null : fee * contracts
  return {
    net_premium: back === null ? null : net,
    fees,
    net_total:
      net === null || contracts === null || contracts === 0
        ? null
        : net * contracts * SHARES_PER_CONTRACT - (fees ?? 0),
    captured_pct: sum === null || sum === 0 || back === null ? null : ((sum - back) / sum) * 100,
  }
}

function splitValue({ premium, price, strike }: Figures<'premium' | 'price' | 'strike'>) {
  const intrinsic = price === null || strike === null ? null : Math.max(0, price - strike)
  return {
    intrinsic_value: intrinsic,
    time_value: premium === null || intrinsic === null ? null : Math.max(0, premium - intrinsic),
  }
}

function countNeeded(target: number | null, premium: number | null) {
  const contracts =
    target === null || premium === null || premium === 0 ? null : Math.ceil(target / (premium * SHARES_PER_CONTRACT))
  return { contracts_needed: contracts, shares_needed: contracts === null ? null : contracts * SHARES_PER_CONTRACT }
}
