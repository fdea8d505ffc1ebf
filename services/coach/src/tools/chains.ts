import type { ChainRow, Success } from '@callwright/contracts'
import { Unanswerable } from './failure.ts'
import { type Expirations, readExpirations } from './list-expirations.ts'
import type { Ask } from './tool.ts'

export type Chain = Success<'options.chain'> & {
  readonly expiration_date: string
  readonly days_to_expiration: number
  readonly current_price: number
}

/** A chain with a price and calls of one expiration: the product's default one where none is named. */
export async function readChain(ticker: string, expiration: string | null, ask: Ask): Promise<Chain> {
  const query = expiration === null ? {} : { expiration_date: expiration }
  const chain = await ask('options.chain', { params: { symbol: ticker }, query })
  const { expiration_date, days_to_expiration, current_price, options, message } = chain
  if (expiration_date === null || days_to_expiration === null || options.length === 0) {
    throw new Unanswerable('NO_OPTIONS', message ?? `${ticker} has no listed calls here.`)
  }
  if (current_price === null)
    throw new Unanswerable('STALE', message ?? `There is no price of ${ticker} at the moment.`)
  return { ...chain, expiration_date, days_to_expiration, current_price }
}

/** Chains of these expirations side by side, in their order. */
export const readChains = (ticker: string, expirations: readonly string[], ask: Ask): Promise<Chain[]> =>
  Promise.all(expirations.map((expiration) => readChain(ticker, expiration, ask)))

type Expiration = Expirations['expirations'][number]

/** The expirations within a span of days, null being no bound; where none is, the failure names the nearest. */
export async function findExpirations(
  ticker: string,
  { least, most }: { readonly least: number | null; readonly most: number | null },
  ask: Ask,
): Promise<Expiration[]> {
  const { expirations } = await readExpirations(ticker, ask)
  const found = expirations.filter(
    ({ days_to_expiration: days }) => days >= (least ?? 0) && days <= (most ?? Number.POSITIVE_INFINITY),
  )
  if (found.length > 0) return found
  const wanted = least ?? most ?? 0
  throw new Unanswerable(
    'NO_OPTIONS',
    `${ticker} has no listed expiration in that span of days.`,
    sortByDistance(expirations, wanted)
      .slice(0, 3)
      .map(({ date }) => date),
  )
}

export const sortByDistance = (expirations: readonly Expiration[], days: number): Expiration[] =>
  expirations.toSorted((a, b) => Math.abs(a.days_to_expiration - days) - Math.abs(b.days_to_expiration - days))

const MOST_SUGGESTIONS = 4

/** The listed call of a strike; where there is none, the failure names the nearest strikes. */
export function getCall({ symbol, options, expiration_date }: Chain, strike: number): ChainRow {
  const listed = options.find((row) => isSameStrike(row.strike, strike))
  if (listed !== undefined) return listed
  throw new Unanswerable(
    'NO_OPTIONS',
    `${symbol} has no call at ${strike} expiring on ${expiration_date}.`,
    listNearestStrikes(options, strike).map(String),
  )
}

/** Strikes are listed in thousandths of a dollar. */
export const isSameStrike = (a: number, b: number) => Math.round(a * 1_000) === Math.round(b * 1_000)

export const listNearestStrikes = (options: readonly ChainRow[], strike: number): number[] =>
  options
    .map((row) => row.strike)
    .toSorted((a, b) => Math.abs(a - strike) - Math.abs(b - strike))
    .slice(0, MOST_SUGGESTIONS)
    .toSorted((a, b) => a - b)
