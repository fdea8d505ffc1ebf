import type { ContractRow } from '@callwright/scoring'
import { reversedBounds } from '../errors.ts'
import type { Missing } from '../providers/provider.ts'
import { type AnswerStamp, mergeMissing } from '../stamps.ts'
import type { ChainType } from './chain.ts'
import { readChain, valueRowsByExpiration } from './chain-reading.ts'
import type { OptionDeps } from './expirations.ts'

export interface SnapshotRequest {
  readonly symbol: string
  /** Dollars, both ends inclusive; null means no bound. */
  readonly minStrike: number | null
  readonly maxStrike: number | null
  readonly type: ChainType
}

export interface Snapshot extends AnswerStamp {
  readonly symbol: string
  readonly priceUsd: number | null
  readonly rows: readonly ContractRow[]
  readonly missing: readonly Missing[]
}

/**
 * Lists and values contracts with strikes in a range, at every expiration (D22). Throws `unknown_symbol`,
 * `invalid_range`.
 */
export function createSnapshots({ market, cache, listExpirations }: OptionDeps) {
  return async ({ symbol, minStrike, maxStrike, type }: SnapshotRequest): Promise<Snapshot> => {
    if (minStrike !== null && maxStrike !== null && minStrike > maxStrike) {
      throw reversedBounds('strike_min', 'strike_max')
    }
    const listing = await listExpirations(symbol)
    const filter = {
      ...(type === 'all' ? {} : { type }),
      ...(minStrike === null ? {} : { minStrike }),
      ...(maxStrike === null ? {} : { maxStrike }),
    }
    return cache('chain', `${listing.symbol}:snapshot:${JSON.stringify(filter)}`, async () => {
      const reading = await readChain(market, listing, listing.expirations.length === 0 ? null : filter)
      const { rows, missing } = await valueRowsByExpiration(market, reading, () => true)
      return {
        ...reading.stamp,
        symbol: reading.symbol,
        priceUsd: reading.priceUsd,
        rows,
        missing: mergeMissing(reading.missing, missing),
      }
    })
  }
}
