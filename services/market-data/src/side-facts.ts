import {
  type AnnouncedDividend,
  type CompanyEvents,
  listPricedDividends,
  newYorkDate,
  type ScheduledDividend,
} from '@callwright/scoring'
import { AppError } from '@callwright/service'
import { UNKNOWN_FUNDAMENTALS } from './providers/fundamentals.ts'
import type {
  Answer,
  CashDividend,
  Fundamentals,
  InterestRate,
  IsoDate,
  MarketData,
  Missing,
  StockQuote,
} from './providers/provider.ts'
import { chooseRate } from './providers/rate-curve.ts'
import { mergeMissing } from './wire.ts'

/** A value used alongside a chain's quotes, and the reasons for any missing parts. */
export type Fact<T> = Pick<Answer<T>, 'value' | 'missing'>

/** Fields of `missing` entries that apply to the whole response, whether or not the value is shown. */
const RESPONSE_FIELDS: readonly string[] = ['real_prices', 'freshness']

/**
 * Missing entries to report: if the value is unknown, all of them; otherwise, only those that apply to the whole
 * response.
 */
export function listLacks(isKnown: boolean, missing: readonly Missing[]): readonly Missing[] {
  return isKnown ? missing.filter(({ field }) => RESPONSE_FIELDS.includes(field)) : missing
}

export async function findEvents(market: MarketData, symbol: string): Promise<Fact<CompanyEvents>> {
  const [earnings, dividends, fundamentals] = await Promise.all([
    findOrUnknown(market.earnings.findNextEarnings(symbol), null, [notLoaded('earnings_date', 'earnings dates')]),
    findOrUnknown(market.dividends.listDividends(symbol), null, [notLoaded('dividends', 'dividends')]),
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

/** Dividends after `after` that option prices take into account, both declared and estimated (D60). */
export function priceDividends(known: readonly CashDividend[], after: IsoDate): ScheduledDividend[] {
  return listPricedDividends({ earnings: null, dividends: known.map(toAnnounced), paysNoDividend: false }, after)
}

/** Interest rate for a term in days. Falls back to an assumed rate, which is reported in `missing`. */
export function findRate(market: MarketData, days: number, isTolerated?: IsTolerated): Promise<Fact<InterestRate>> {
  const { value, missing } = chooseRate(null, days)
  return findOrUnknown(market.rates.findRate(days), value, missing, isTolerated)
}

export interface MarketCap {
  readonly usd: number
  /** Day of the number of shares that it is computed from; null if it is the source's own figure. */
  readonly sharesAsOf: IsoDate | null
}

/**
 * The source's own market cap or, without one, the number of shares times the price. The number is adjusted for the
 * splits since it was reported; without a list of splits, the market cap is unknown.
 */
export async function findMarketCap(
  market: MarketData,
  symbol: string,
  { fundamentals, quote }: { readonly fundamentals: Fundamentals; readonly quote: Answer<StockQuote | null> },
  isTolerated?: IsTolerated,
): Promise<MarketCap | null> {
  const { marketCapUsd, shares } = fundamentals
  if (marketCapUsd !== null) return { usd: marketCapUsd, sharesAsOf: null }
  if (shares === null || quote.value === null) return null
  const splits = (await findOrUnknown(market.splits.listSplits(symbol), null, [], isTolerated)).value
  if (splits === null) return null
  const today = newYorkDate(quote.asOfMs)
  const since = splits.filter(
    ({ kind, executionDate }) => kind === 'split' && executionDate > shares.asOf && executionDate <= today,
  )
  const count = since.reduce((total, { ratio }) => total * ratio, shares.count)
  return { usd: count * quote.value.lastPrice, sharesAsOf: shares.asOf }
}

/** Whether the response is still useful if this fact fails to load. */
type IsTolerated = (failure: AppError) => boolean

/** Resolves to `unknown` with `lacks` if a secondary source fails, since prices are worth showing without it. */
export async function findOrUnknown<T>(
  pending: Promise<Answer<T>>,
  unknown: T,
  lacks: readonly Missing[] = [],
  isTolerated: IsTolerated = () => true,
): Promise<Fact<T>> {
  try {
    return await pending
  } catch (error) {
    if (!(error instanceof AppError) || !isTolerated(error)) throw error
    return { value: unknown, missing: lacks }
  }
}

export function notLoaded(field: string, what: string): Missing {
  return { field, reason: `Could not load ${what} right now` }
}
