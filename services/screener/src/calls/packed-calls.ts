import type { SymbolFacts } from '@callwright/contracts'
import {
  BEST_CALL_RULES,
  daysToExpiration,
  findEventsInTerm,
  type IsoDate,
  newYorkDate,
  type ScreenedCall,
  screenCalls,
  type Truth,
} from '@callwright/scoring'
import { roundFigures } from '@callwright/service'
import type { ChainMarket } from '../enrichment/figures.ts'

/** Facts that the calls of one expiration share. Events are 1 for yes, 0 for no, and null if unknown. */
export interface PackedTerm {
  readonly date: IsoDate
  readonly days: number
  /** Declared dividends in the term, dollars per share. */
  readonly dividends: number
  readonly earnings: 0 | 1 | null
  readonly exDividend: 0 | 1 | null
}

/** Columns of the calls, which are in the order of expiration and strike. Unknown figures are null. */
export const packedColumns = [
  'term',
  'strike',
  'bid',
  'ask',
  'vol',
  'delta',
  'itm',
  'profitAtBid',
  'profitAtMid',
  'openInterest',
  'volume',
] as const
export type PackedColumn = (typeof packedColumns)[number]

/** The stored calls of a stock, as written by its job and loaded into memory: a list per column. */
export interface PackedCalls extends Readonly<Record<PackedColumn, readonly (number | null)[]>> {
  /** Stock price that the calls were valued with. */
  readonly price: number
  readonly quotedAt: string
  /** Number of calls that the source listed, stored or not. */
  readonly listed: number
  /** Root of the contract symbols. */
  readonly root: string
  readonly terms: readonly PackedTerm[]
}

/** Length of an OCC symbol after its root: date, type and strike. */
const OCC_TAIL = 15

/**
 * Packs the calls of a chain that pass `screenCalls` and expire within 60 days; null without a chain or a stock price.
 * The facts have later calls only of stocks whose 30-day volatility needs them.
 */
export function packCalls(facts: SymbolFacts, chain: ChainMarket | null): PackedCalls | null {
  if (chain === null) return null
  const { rows, market, rates } = chain
  const nowMs = market.nowMs ?? market.asOfMs
  const isNear = ({ expiration }: { readonly expiration: IsoDate }) =>
    daysToExpiration(expiration, nowMs) <= BEST_CALL_RULES.wideDays.max
  const { listed, calls } = screenCalls(rows.filter(isNear), market, rates)
  const root = findRoot(calls)
  const standard = calls
    .filter(({ contractSymbol }) => contractSymbol.slice(0, -OCC_TAIL) === root)
    .toSorted((a, b) => (a.expiration === b.expiration ? a.strike - b.strike : a.expiration < b.expiration ? -1 : 1))
  const firsts = standard.filter((call, index) => standard[index - 1]?.expiration !== call.expiration)
  const places = new Map(firsts.map(({ expiration }, place) => [expiration, place]))
  const today = newYorkDate(nowMs)
  const list = (read: (call: ScreenedCall) => number | null) => standard.map(read)
  return roundFigures({
    price: market.price,
    quotedAt: new Date(market.asOfMs).toISOString(),
    listed,
    root,
    terms: firsts.map((call) => packTerm(call, facts, today)),
    term: list(({ expiration }) => places.get(expiration) ?? null),
    strike: list(({ strike }) => strike),
    bid: list(({ bid }) => bid),
    ask: list(({ ask }) => ask),
    vol: list(({ impliedVolatility }) => impliedVolatility),
    delta: list(({ delta }) => delta),
    itm: list(({ probabilityItm }) => probabilityItm),
    profitAtBid: list(({ probabilityProfitAtBid }) => probabilityProfitAtBid),
    profitAtMid: list(({ probabilityProfitAtMid }) => probabilityProfitAtMid),
    openInterest: list(({ openInterest }) => openInterest),
    volume: list(({ volume }) => volume),
  })
}

/** The shortest root is the stock's own: the root of an adjusted contract has a digit added. */
function findRoot(calls: readonly ScreenedCall[]): string {
  const roots = [...new Set(calls.map(({ contractSymbol }) => contractSymbol.slice(0, -OCC_TAIL)))]
  return roots.sort((a, b) => a.length - b.length)[0] ?? ''
}

function packTerm({ expiration, daysToExpiration, dividends }: ScreenedCall, facts: SymbolFacts, today: IsoDate) {
  const { earnings_date, earnings_session, fundamentals } = facts
  const declared = facts.dividends.filter(({ estimated }) => !estimated)
  const events = findEventsInTerm(
    {
      earnings: earnings_date === null ? null : { date: earnings_date, session: earnings_session },
      dividends: declared.map(({ ex_date, cash_amount }) => ({ exDate: ex_date, cash: cash_amount })),
      paysNoDividend: fundamentals.dividend_yield === 0,
    },
    expiration,
    today,
  )
  return {
    date: expiration,
    days: daysToExpiration,
    dividends,
    earnings: toBit(events.earningsBeforeExpiration),
    exDividend: toBit(events.exDividendBeforeExpiration),
  } satisfies PackedTerm
}

const toBit = (truth: Truth): 0 | 1 | null => (truth === null ? null : truth ? 1 : 0)

/** OCC symbol of a call. */
export function writeContractSymbol(root: string, expiration: IsoDate, strike: number): string {
  const thousandths = String(Math.round(strike * 1_000)).padStart(8, '0')
  return `${root}${expiration.slice(2).replaceAll('-', '')}C${thousandths}`
}
