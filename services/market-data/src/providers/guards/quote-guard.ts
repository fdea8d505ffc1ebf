import { displayDate } from '../../display-date.ts'
import type { IsoDate, Missing, StockQuote, StockSplit } from '../provider.ts'
import { type Reject, type RejectReason, readAmount } from './rejections.ts'

/** A price that was believed, and the day it is of. */
export interface PriceReference {
  readonly price: number
  readonly date: IsoDate
}

export interface GuardedQuote {
  /** Null where its price cannot be believed. */
  readonly quote: StockQuote | null
  readonly missing: readonly Missing[]
}

interface QuoteContext {
  /** Prices from before: the last good one, and the close before. */
  readonly references: readonly PriceReference[]
  /** Asked for only where a price jumped. */
  readonly listSplits: () => Promise<readonly StockSplit[]>
  readonly reject: Reject
}

/** No stock moves by this factor between two looks; a change of scale does. */
const JUMP_FACTOR = 10

/**
 * Makes a quote fit to be shown (F25). A price that is none, or that lies ten times from what was believed before without
 * a known split, is refused; a bid above its ask says nothing, and both are blanked.
 */
export async function guardQuote(row: StockQuote, context: QuoteContext): Promise<GuardedQuote> {
  const { reject } = context
  const fault = findPriceFault(row.lastPrice)
  if (fault !== null) {
    reject(fault)
    return { quote: null, missing: [{ field: 'price', reason: 'The price that came is none' }] }
  }
  const jumped = await findJump(row.lastPrice, context)
  if (jumped !== null) {
    reject('price_jump')
    const reason = `A price of ${row.lastPrice} was left out: it was ${jumped.price} on ${displayDate(jumped.date)}, and a split may be the reason`
    return { quote: null, missing: [{ field: 'price', reason }] }
  }
  const { bid, ask, missing } = guardSides(row, reject)
  const previousClose = readPrice(row.previousClose, reject)
  const quote = {
    lastPrice: row.lastPrice,
    // Of the scale before a split it says nothing of the day's change.
    previousClose: previousClose !== null && isFar(row.lastPrice, previousClose) ? null : previousClose,
    bid,
    ask,
    volume: readAmount(row.volume, reject),
  }
  return { quote, missing }
}

/** Bid and ask, or neither where they contradict each other or the price. */
function guardSides(row: StockQuote, reject: Reject): Pick<StockQuote, 'bid' | 'ask'> & Pick<GuardedQuote, 'missing'> {
  const bid = readAmount(row.bid, reject)
  const offer = readAmount(row.ask, reject)
  // Nobody sells at 0.
  const ask = offer === 0 ? null : offer
  const leaveOut = (why: string) => ({
    bid: null,
    ask: null,
    missing: [{ field: 'bid', reason: `Bid and ask left out: ${why}` }],
  })
  if (bid !== null && ask !== null && bid > ask) {
    reject('quote_crossed')
    return leaveOut('the bid was above the ask')
  }
  // Makers who stand aside bid next to nothing or ask far too much; the reverse is a misprint.
  const isAbsurd =
    (bid !== null && bid > row.lastPrice * JUMP_FACTOR) || (ask !== null && ask < row.lastPrice / JUMP_FACTOR)
  if (isAbsurd) {
    reject('quote_out_of_bounds')
    return leaveOut('they were far from the price')
  }
  return { bid, ask, missing: [] }
}

/** The reference that a price lies far from, both as it stood and as the splits since then make it. */
async function findJump(
  price: number,
  { references, listSplits }: Pick<QuoteContext, 'references' | 'listSplits'>,
): Promise<PriceReference | null> {
  const far = references.filter((reference) => isFar(price, reference.price))
  if (far.length === 0) return null
  const splits = await listSplits()
  const isUnexplained = ({ price: before, date }: PriceReference) => {
    const since = splits.filter(({ executionDate }) => executionDate > date)
    return isFar(
      price,
      since.reduce((scaled, { ratio }) => scaled / ratio, before),
    )
  }
  return far.find(isUnexplained) ?? null
}

function isFar(price: number, before: number): boolean {
  return Math.max(price / before, before / price) >= JUMP_FACTOR
}

function findPriceFault(price: number): RejectReason | null {
  if (!Number.isFinite(price)) return 'not_a_number'
  return price > 0 ? null : 'price_not_positive'
}

function readPrice(value: number | null, reject: Reject): number | null {
  if (value === null) return null
  const fault = findPriceFault(value)
  if (fault !== null) reject(fault)
  return fault === null ? value : null
}
