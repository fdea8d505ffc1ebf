import { DAYS_PER_YEAR, fromDayNumber, type TimedDividend, yearsUntilClose } from '@callwright/scoring'
import { formatContractSymbol } from '../../contract-symbol.ts'
import type { CashDividend, ChainFilter, OptionQuote } from '../../provider.ts'
import type { InterestRates } from '../interest-rates.ts'
import type { MarketMoment } from '../moment.ts'
import { lastPrice, roundPrice } from '../paths/bars.ts'
import type { Share } from '../paths/share.ts'
import { normalAt, openStream, openSubstream, type Stream, uniformAt } from '../random.ts'
import type { Expiration, ExpirationCalendar } from './expirations.ts'
import { type ExpirationInterest, expirationInterest, openInterestOf, tradeDraws, volumeOf } from './interest.ts'
import { type ExpirationTerms, openLadderPricer } from './ladder-pricer.ts'
import { quoteContract, roundToTick } from './quoting.ts'
import { listLadders, type Strike } from './strikes.ts'
import { openSmile } from './surface.ts'
import { atmVariance, readOutlook, type VarianceOutlook } from './variance.ts'

export interface OptionMarket {
  readonly share: Share
  readonly moment: MarketMoment
  readonly spot: number
  readonly outlook: VarianceOutlook
  readonly rates: InterestRates
  /** Upcoming dividends, per current share. */
  readonly dividends: readonly (TimedDividend & { readonly day: number })[]
  /** Years from now until 16:00 today. */
  readonly restOfDay: number
}

/** No option lives longer than this. */
export const HORIZON_DAYS = 930

export function openOptionMarket(share: Share, moment: MarketMoment, rates: InterestRates): OptionMarket {
  const { place, day } = moment
  const part = moment.isOpen ? moment.elapsed / moment.minutes : 1
  const reports = share.earnings.listReactions(day, day + HORIZON_DAYS)
  const restOfDay = yearsUntilClose(moment.session.date, moment.asOfMs)
  const yearsTo = (then: number) => (then - day) / DAYS_PER_YEAR + restOfDay
  return {
    share,
    moment,
    spot: lastPrice(share, moment),
    outlook: readOutlook(share, { ...place, part }, reports),
    rates,
    dividends: listTodaysDividends(share, moment, day, day + HORIZON_DAYS).map(({ exDay, cashUsd }) => ({
      day: exDay,
      years: yearsTo(exDay),
      cash: cashUsd,
    })),
    restOfDay,
  }
}

/** Lists dividends after `afterDay` and on or before `untilDay`, per share as of the moment. */
export function listTodaysDividends(share: Share, { place }: MarketMoment, afterDay: number, untilDay: number) {
  const { units, dividends } = share
  const splitsNow = share.yearOf(place.year).splits[place.index] ?? 0
  return dividends.listExDates(afterDay, untilDay).map(({ exDay, cashUsd }) => ({
    exDay,
    cashUsd: roundPrice(cashUsd * units.sharesFor(splitsNow, units.splitsUntil(exDay))),
  }))
}

export function toCashDividend({ exDay, cashUsd }: { exDay: number; cashUsd: number }): CashDividend {
  return { exDate: fromDayNumber(exDay), cashUsd, kind: 'regular' }
}

/** Forward, rate and smile for one expiration. */
export function termsOf(market: OptionMarket, expiration: Expiration): ExpirationTerms {
  const { share, moment, spot, outlook, rates, restOfDay } = market
  const days = expiration.day - moment.day
  const years = days / DAYS_PER_YEAR + restOfDay
  const { rate } = rates(days, moment.day)
  const dividends = market.dividends.filter(({ day }) => day <= expiration.day)
  let paid = 0
  for (const { years: until, cash } of dividends) paid += cash * Math.exp(-rate * until)
  const { smileSlant, smileBend } = share.company
  return {
    spot,
    years,
    rate,
    forward: (spot - paid) * Math.exp(rate * years),
    smile: openSmile(atmVariance(outlook, years, expiration.day), smileSlant, smileBend),
    dividends,
  }
}

/** Lists the expirations available at a given moment; today's is included until its close. */
export function listExpirations(calendar: ExpirationCalendar, { todayDay, nowMs, session, day }: MarketMoment) {
  const isOver = day === todayDay && nowMs >= session.closeMs
  return calendar.listBetween(isOver ? todayDay + 1 : todayDay, todayDay + HORIZON_DAYS, todayDay)
}

/**
 * Lists the requested part of the chain, and prices only that part. Contracts are sorted by expiration and strike, with
 * each call before its put.
 */
export function listContracts(
  seed: string,
  market: OptionMarket,
  calendar: ExpirationCalendar,
  filter: ChainFilter = {},
): OptionQuote[] {
  const { share, moment } = market
  const { minDays = 0, maxDays = HORIZON_DAYS, expiration: wanted } = filter
  const listed = listExpirations(calendar, moment).filter(({ day, date }) => {
    const days = day - moment.todayDay
    return days >= minDays && days <= maxDays && (wanted === undefined || wanted === date)
  })
  const ladders = listLadders(share, moment, listed)
  const draws = openStream(seed, 'contracts', share.company.symbol)
  return listed.flatMap((expiration) =>
    listExpirationContracts(market, expiration, ladders.get(expiration.day) ?? [], filter, draws),
  )
}

function listExpirationContracts(
  market: OptionMarket,
  expiration: Expiration,
  ladder: readonly Strike[],
  { type, minStrike = 0, maxStrike = Number.POSITIVE_INFINITY }: ChainFilter,
  draws: Stream,
): OptionQuote[] {
  const { company } = market.share
  const terms = termsOf(market, expiration)
  const prices = ladder.map(({ price }) => price)
  const priceOf = {
    call: openLadderPricer(terms, 'call', prices),
    put: openLadderPricer(terms, 'put', prices),
  }
  const own = openSubstream(draws, expiration.day)
  const desk: Desk = {
    market,
    expiration,
    terms,
    own,
    trades: tradeDraws(own, market.moment.day),
    interest: expirationInterest(company, expiration, market.moment.day),
    part: market.moment.isOpen ? market.moment.elapsed / market.moment.minutes : 1,
  }
  const contracts: OptionQuote[] = []
  for (const [index, strike] of ladder.entries()) {
    if (strike.price < minStrike || strike.price > maxStrike) continue
    if (type !== 'put') contracts.push(quoteStrike(desk, 'call', strike, priceOf.call(index)))
    if (type !== 'call') contracts.push(quoteStrike(desk, 'put', strike, priceOf.put(index)))
  }
  return contracts
}

interface Desk {
  readonly market: OptionMarket
  readonly expiration: Expiration
  readonly terms: ExpirationTerms
  readonly own: Stream
  readonly trades: Stream
  readonly interest: ExpirationInterest
  /** Fraction of the session that has passed, 0-1. */
  readonly part: number
}

/** Number of random draws per contract, one for each random property. */
const DRAWS_PER_CONTRACT = 4
const WIDTH_NOISE = 0.22
/** Slope at which the logistic curve best approximates the normal distribution. */
const LOGISTIC = 1.702

function quoteStrike(desk: Desk, type: 'call' | 'put', strike: Strike, price: number): OptionQuote {
  const { market, expiration, terms, own, trades, interest, part } = desk
  const { company } = market.share
  const isCall = type === 'call'
  const deviation = Math.sqrt(terms.smile.theta)
  const deviations = Math.log(strike.price / terms.forward) / deviation
  const callDelta = 1 / (1 + Math.exp(LOGISTIC * (deviations - deviation / 2)))
  const n = DRAWS_PER_CONTRACT * (2 * Math.round(1_000 * strike.listedPrice) + (isCall ? 0 : 1))
  const { bid, ask } = quoteContract(company.liquidity, {
    price,
    deviationUsd: market.spot * deviation,
    deltaFrac: isCall ? callDelta : 1 - callDelta,
    isWeek: expiration.series === 'week',
    width: company.quoteWidth * Math.exp(WIDTH_NOISE * normalAt(own, n)),
  })
  const place = {
    isCall,
    deviations,
    stepDeviations: strike.stepFrac / deviation,
    isRound: strike.listedPrice % 10 === 0,
  }
  const openInterest = openInterestOf(interest, place, own, n + 1)
  const volume = volumeOf(interest, place, openInterest, trades, n, part)
  return {
    contractSymbol: formatContractSymbol({
      root: company.optionRoot,
      expiration: expiration.date,
      type,
      strike: strike.price,
    }),
    type,
    expiration: expiration.date,
    strike: strike.price,
    bid,
    ask,
    last: findLast({ openInterest, volume, bid, ask, price }, trades, n + 1, company.liquidity),
    volume,
    openInterest,
    vendorGreeks: null,
  }
}

interface Traded {
  readonly openInterest: number
  readonly volume: number
  readonly bid: number
  readonly ask: number
  readonly price: number
}

/**
 * Price of the last trade: inside the quote if the contract traded today, near its value if it traded earlier, or null
 * if it never traded.
 */
function findLast(
  { openInterest, volume, bid, ask, price }: Traded,
  trades: Stream,
  n: number,
  liquidity: Share['company']['liquidity'],
) {
  if (volume > 0) return roundToTick(liquidity, bid + (ask - bid) * uniformAt(trades, n))
  return openInterest > 0 ? roundToTick(liquidity, price * Math.exp(0.12 * normalAt(trades, n))) : null
}
