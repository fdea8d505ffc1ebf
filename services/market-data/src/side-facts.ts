import {
  type AnnouncedDividend,
  type CompanyEvents,
  listPricedDividends,
  type ScheduledDividend,
} from '@callwright/scoring'
import { AppError } from '@callwright/service'
import { UNKNOWN_FUNDAMENTALS } from './providers/fundamentals.ts'
import type { Answer, CashDividend, InterestRate, IsoDate, MarketData, Missing } from './providers/provider.ts'
import { chooseRate } from './providers/rate-curve.ts'
import { mergeMissing } from './stamps.ts'

/** A fact beside the quotes of a chain, and what is missing of it. */
export type Fact<T> = Pick<Answer<T>, 'value' | 'missing'>

/** What holds of an answer as a whole, whether or not its own value is shown. */
const OF_THE_WHOLE: readonly string[] = ['real_prices', 'freshness']

/** What an answer lacks: all of it where its value is unknown, else only what holds of it as a whole. */
export function listLacks(isKnown: boolean, missing: readonly Missing[]): readonly Missing[] {
  return isKnown ? missing.filter(({ field }) => OF_THE_WHOLE.includes(field)) : missing
}

/** What is known of a company's events: its next report, and its dividends, past and declared. */
export async function findEvents(market: MarketData, symbol: string): Promise<Fact<CompanyEvents>> {
  const [earnings, dividends, fundamentals] = await Promise.all([
    findOrUnknown(market.earnings.findNextEarnings(symbol), null, [away('earnings_date', 'earnings dates')]),
    findOrUnknown(market.dividends.listDividends(symbol), null, [away('dividends', 'dividends')]),
    findOrUnknown(market.fundamentals.findFundamentals(symbol), UNKNOWN_FUNDAMENTALS),
  ])
  const paysNoDividend = fundamentals.value.dividendYieldPct === 0
  return {
    value: {
      earnings: earnings.value,
      dividends: (dividends.value ?? []).map(toAnnounced),
      paysNoDividend,
    },
    missing: mergeMissing(
      listLacks(earnings.value !== null, earnings.missing),
      listLacks(dividends.value !== null || paysNoDividend, dividends.missing),
    ),
  }
}

function toAnnounced({ exDate, cashUsd, kind }: CashDividend): AnnouncedDividend {
  return { exDate, cash: cashUsd, kind }
}

/** The dividends that options are priced with after a day, declared and expected ones, out of all that are known (D60). */
export function priceDividends(known: readonly CashDividend[], after: IsoDate): ScheduledDividend[] {
  return listPricedDividends({ earnings: null, dividends: known.map(toAnnounced), paysNoDividend: false }, after)
}

/** The rate for money tied up this many days; assumed, and said to be, where no source can tell. */
export function findRate(market: MarketData, days: number, isBearable?: IsBearable): Promise<Fact<InterestRate>> {
  const { value, missing } = chooseRate(null, days)
  return findOrUnknown(market.rates.findRate(days), value, missing, isBearable)
}

/** Whether the answer as a whole is worth having without the fact. */
export type IsBearable = (failure: AppError) => boolean

/** Prices are worth showing where the source of a lesser fact is away; `lacks` says what the answer goes without. */
export async function findOrUnknown<T>(
  question: Promise<Answer<T>>,
  unknown: T,
  lacks: readonly Missing[] = [],
  isBearable: IsBearable = () => true,
): Promise<Fact<T>> {
  try {
    return await question
  } catch (error) {
    if (!(error instanceof AppError) || !isBearable(error)) throw error
    return { value: unknown, missing: lacks }
  }
}

export function away(field: string, what: string): Missing {
  return { field, reason: `The source of ${what} cannot be read right now` }
}
