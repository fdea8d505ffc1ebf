import type { ChainRow, Success } from '@callwright/contracts'
import { Unanswerable } from './failure.ts'
import { type Expirations, readExpirations } from './list-expirations.ts'
import type { Ask } from './tool.ts'

export type Chain = Success<'options.chain'> & {
  readonly expiration_date: string
  readonly days_to_expiration: number
  readonly current_price: number
}

/** Reads the calls with one expiration; null means the default expiration. */
export async function readChain(ticker: string, expiration: string | null, ask: Ask): Promise<Chain> {
  const query = expiration === null ? {} : { expiration_date: expiration }
  const chain = await ask('options.chain', { params: { symbol: ticker }, query })
  const { expiration_date, days_to_expiration, current_price, options, message } = chain
  if (expiration_date === null || days_to_expiration === null || options.length === 0) {
    throw new Unanswerable('NO_OPTIONS', message ?? `${ticker} has no listed calls.`)
  }
  if (current_price === null)
    throw new Unanswerable('STALE', message ?? `No price is available for ${ticker} right now.`)
  return { ...chain, expiration_date, days_to_expiration, current_price }
}

/** Reads the chains for several expirations in parallel and returns them in the given order. */
export const readChains = (ticker: string, expirations: readonly string[], ask: Ask): Promise<Chain[]> =>
  Promise.all(expirations.map((expiration) => readChain(ticker, expiration, ask)))

type Expiration = Expirations['expirations'][number]

/**
 * Finds the expirations within a range of days; a null bound is open. If there are none, the failure suggests the
 * nearest.
 */
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
    `${ticker} has no listed expiration in that range of days.`,
    sortByDistance(expirations, wanted)
      .slice(0, 3)
      .map(({ date }) => date),
  )
}

export const sortByDistance = (expirations: readonly Expiration[], days: number): Expiration[] =>
  expirations.toSorted((a, b) => Math.abs(a.days_to_expiration - days) - Math.abs(b.days_to_expiration - days))

const MAX_SUGGESTIONS = 4

/** Finds the call at a strike. If the strike is not listed, the failure suggests the nearest ones. */
export function getCall({ symbol, options, expiration_date }: Chain, strike: number): ChainRow {
  const listed = options.find((row) => isSameStrike(row.strike, strike))
  if (listed !== undefined) return listed
  throw new Unanswerable(
    'NO_OPTIONS',
    `${symbol} has no call at the ${strike} strike expiring ${expiration_date}.`,
    listNearestStrikes(options, strike).map(String),
  )
}

/** Strikes are listed in thousandths of a dollar. */
export const isSameStrike = (a: number, b: number) => Math.round(a * 1_000) === Math.round(b * 1_000)

export const listNearestStrikes = (options: readonly ChainRow[], strike: number): number[] =>
  options
    .map((row) => row.strike)
    .toSorted((a, b) => Math.abs(a - strike) - Math.abs(b - strike))
    .slice(0, MAX_SUGGESTIONS)
    .toSorted((a, b) => a - b)
