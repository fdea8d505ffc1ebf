import { usDate } from '@callwright/scoring'
import type { IsoDate, Missing, StockQuote, StockSplit } from '../provider.ts'
import { type Reject, type RejectReason, readAmount } from './rejections.ts'

/** An accepted price and the day it is from. */
export interface PriceReference {
  readonly price: number
  readonly date: IsoDate
}

interface GuardedQuote {
  /** Null if the price is not credible. */
  readonly quote: StockQuote | null
  readonly missing: readonly Missing[]
}

interface QuoteContext {
  /** Earlier prices to compare with: the last good price and the previous close. */
  readonly references: readonly PriceReference[]
  /** Called only if the price has jumped. */
  readonly listSplits: () => Promise<readonly StockSplit[]>
  readonly reject: Reject
}

/** No stock moves by this factor between two requests, but a change of scale can. */
const JUMP_FACTOR = 10

/**
 * Checks a quote before it is shown (F25). Rejects an invalid price, and one that differs from an earlier price by a
 * factor of ten without a known split. If bid and ask are crossed, blanks both.
 */
export async function guardQuote(row: StockQuote, context: QuoteContext): Promise<GuardedQuote> {
  const { reject } = context
  const fault = findPriceFault(row.lastPrice)
  if (fault !== null) {
    reject(fault)
    return { quote: null, missing: [{ field: 'price', reason: 'The received price is invalid' }] }
  }
  const jumped = await findJump(row.lastPrice, context)
  if (jumped !== null) {
    reject('price_jump')
    const reason = `A price of ${row.lastPrice} was ignored: it was ${jumped.price} on ${usDate(jumped.date)}, possibly before a split`
    return { quote: null, missing: [{ field: 'price', reason }] }
  }
  const { bid, ask, missing } = guardSides(row, reject)
  const previousClose = readPrice(row.previousClose, reject)
  const quote = {
    lastPrice: row.lastPrice,
    // A previous close on the pre-split scale says nothing about the day's change.
    previousClose: previousClose !== null && isFar(row.lastPrice, previousClose) ? null : previousClose,
    bid,
    ask,
    volume: readAmount(row.volume, reject),
  }
  return { quote, missing }
}

/** Bid and ask; both null if they contradict each other or the price. */
function guardSides(row: StockQuote, reject: Reject): Pick<StockQuote, 'bid' | 'ask'> & Pick<GuardedQuote, 'missing'> {
  const bid = readAmount(row.bid, reject)
  const offer = readAmount(row.ask, reject)
  // An ask of 0 is not a real offer.
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
  // A market maker who steps away bids almost nothing or asks far too much; the reverse is a misprint.
  const isAbsurd =
    (bid !== null && bid > row.lastPrice * JUMP_FACTOR) || (ask !== null && ask < row.lastPrice / JUMP_FACTOR)
  if (isAbsurd) {
    reject('quote_out_of_bounds')
    return leaveOut('they were far from the price')
  }
  return { bid, ask, missing: [] }
}

/** Finds a reference price that is far from this price both as recorded and after adjustment for splits since then. */
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
