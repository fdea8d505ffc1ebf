import { PRICE_DECIMALS, type SymbolFacts } from '@callwright/contracts'
import {
  addDays,
  daysBetween,
  type IsoDate,
  isThirdFriday,
  judgeEarlyAssignment,
  latestRealizedVolatility,
  newYorkCloseMs,
  newYorkDate,
  quoteMid,
  valueAtVolatility,
} from '@callwright/scoring'
import type { PositionTerms } from '../positions/position-terms.ts'
import { describeExample, type Range, type RolePlan } from './example-roles.ts'

/** A listed call with a bid and an ask, in dollars per share. */
interface ListedCall {
  readonly expiration: IsoDate
  readonly strike: number
  readonly mid: number
}

interface Entry {
  readonly date: IsoDate
  readonly close: number
  /** Index of the bar for the entry day. */
  readonly session: number
}

interface Sale {
  readonly call: ListedCall
  readonly entry: Entry
}

/** Maximum number of positions to propose per stock and role. Their valuation then shows which ones fit. */
const MAX_PROPOSALS = 6
/** Maximum bid-ask spread, as a fraction of the mid. Wider quotes are unreliable. */
const MAX_SPREAD_FRAC = 0.25
/** Maximum time value, as a fraction of the dividend. With more, a small price change could invalidate the example. */
const MAX_TIME_VALUE_FRAC = 0.6
const TERM_DAYS: Range = { min: 30, max: 60 }
/**
 * Time value at entry, as a fraction of the price. Below this range, the call earns too little; above it, the stock is
 * probably risky.
 */
const TIME_VALUE_FRAC: Range = { min: 0.003, max: 0.06 }
const PRICE_SCALE = 10 ** PRICE_DECIMALS

/** Whether a stock can fit a role, judged by its past closes and dividends alone. */
export function canFit(plan: RolePlan, facts: SymbolFacts): boolean {
  const { price } = facts
  if (price === null || listEntries(plan, facts, price).length === 0) return false
  return plan.minAboveFrac !== null || hasAssignmentRisk(facts, findParityCall(price, readToday(facts)))
}

/** Proposes positions on a stock for a role, best first. Each sells a listed call and is entered at a past close. */
export function proposeExamples(plan: RolePlan, facts: SymbolFacts): PositionTerms[] {
  const { price } = facts
  if (price === null) return []
  const today = readToday(facts)
  const entries = listEntries(plan, facts, price)
  const calls = listQuotedCalls(facts).filter(
    (call) =>
      isWithin(plan.daysToExpiration, daysBetween(today, call.expiration)) &&
      (plan.minAboveFrac === null ? hasAssignmentRisk(facts, call) : call.strike >= price * (1 + plan.minAboveFrac)),
  )
  const sales = calls.flatMap((call): Sale[] => {
    const entry = entries.find((candidate) => fits(plan, call, candidate))
    return entry === undefined ? [] : [{ call, entry }]
  })
  const proposed: PositionTerms[] = []
  const compare = plan.minAboveFrac === null ? (a: Sale, b: Sale) => distanceOf(a) - distanceOf(b) : compareSales
  for (const sale of sales.sort(compare)) {
    if (proposed.length === MAX_PROPOSALS) break
    proposed.push(...toTerms(plan, sale, facts))
  }
  return proposed
}

const readToday = (facts: SymbolFacts): IsoDate => newYorkDate(Date.parse(facts.market_time))
const isWithin = ({ min, max }: Range, value: number): boolean => value >= min && value <= max

/** The closes at which a position could have been entered, the best for the role first. */
function listEntries({ entryAgeDays, entryClose, moveFrac }: RolePlan, facts: SymbolFacts, price: number): Entry[] {
  const today = readToday(facts)
  const entries = facts.bars.date.flatMap((date, index): Entry[] => {
    const close = round(facts.bars.close[index] ?? Number.NaN, PRICE_SCALE)
    const isOne = isWithin(entryAgeDays, daysBetween(date, today)) && isWithin(moveFrac, price / close - 1)
    return isOne ? [{ date, close, session: index }] : []
  })
  if (entryClose === 'lowest') entries.sort((a, b) => a.close - b.close)
  if (entryClose === 'highest') entries.sort((a, b) => b.close - a.close)
  return entries
}

function fits({ soldAboveFrac }: RolePlan, { expiration, strike }: ListedCall, { date, close }: Entry): boolean {
  return isWithin(TERM_DAYS, daysBetween(date, expiration)) && isWithin(soldAboveFrac, strike / close - 1)
}

const distanceOf = ({ call, entry }: Sale): number => Math.abs(call.strike / entry.close - 1)

/** Sorts monthly expirations first, then longer terms, then strikes closer to the entry price. */
function compareSales(a: Sale, b: Sale): number {
  return (
    Number(isThirdFriday(b.call.expiration)) - Number(isThirdFriday(a.call.expiration)) ||
    daysBetween(a.call.expiration, b.call.expiration) ||
    distanceOf(a) - distanceOf(b)
  )
}

function listQuotedCalls({ chain }: SymbolFacts): ListedCall[] {
  if (chain === null) return []
  return chain.strike.flatMap((strike, index) => {
    const expiration = chain.expiration_date[index]
    const [bid, ask] = [chain.bid[index] ?? null, chain.ask[index] ?? null]
    const mid = quoteMid({ bid, ask })
    if (chain.type[index] !== 'call' || expiration === undefined || mid === null) return []
    return (ask ?? 0) - (bid ?? 0) <= MAX_SPREAD_FRAC * mid ? [{ expiration, strike, mid }] : []
  })
}

/** Whether an upcoming dividend makes it likely that a call is exercised early. */
function hasAssignmentRisk(facts: SymbolFacts, { expiration, strike, mid }: ListedCall): boolean {
  const dividends = listDividends(facts)
  const call = { price: facts.price, strike, expiration, callPrice: mid, putPrice: null, dividends }
  const { extrinsic, tests } = judgeEarlyAssignment({ ...call, today: readToday(facts) })
  if (extrinsic === null || extrinsic < 0) return false
  return tests.some(({ dueNow, cash }) => dueNow && extrinsic <= MAX_TIME_VALUE_FRAC * cash)
}

/** A call without time value, which is less than any dividend. */
function findParityCall(price: number, today: IsoDate): ListedCall {
  return { expiration: addDays(today, 30), strike: price / 2, mid: price / 2 }
}

/** Terms of a position that sells this call; empty if the premium on the entry day was too small or too large. */
function toTerms(plan: RolePlan, { call: { expiration, strike }, entry }: Sale, facts: SymbolFacts): PositionTerms[] {
  const implied = facts.iv_history.find(({ date }) => date === entry.date)?.implied_volatility ?? null
  const volatility = implied ?? latestRealizedVolatility(facts.bars.close.slice(0, entry.session + 1))
  if (volatility === null) return []
  const market = { price: entry.close, rate: facts.rate, dividends: listDividends(facts) }
  const asOfMs = newYorkCloseMs(entry.date)
  const worth = valueAtVolatility({ type: 'call', strike, expiration }, volatility, { ...market, asOfMs }).price
  const premium = round(worth, 100)
  const timeValue = premium - Math.max(0, entry.close - strike)
  if (!isWithin(TIME_VALUE_FRAC, timeValue / entry.close)) return []
  const stated = { entryDate: entry.date, volatility, isImplied: implied !== null }
  return [
    {
      symbol: facts.symbol,
      entryDate: entry.date,
      expiration,
      strike,
      premium,
      entryPrice: entry.close,
      contracts: plan.contracts,
      notes: describeExample(plan.role, stated),
    },
  ]
}

const listDividends = ({ dividends }: SymbolFacts) =>
  dividends.map(({ ex_date, cash_amount, estimated }) => ({ exDate: ex_date, cash: cash_amount, estimated }))

const round = (value: number, scale: number): number => Math.round(value * scale) / scale
