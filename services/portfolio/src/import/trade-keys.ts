import { createHash } from 'node:crypto'
import { joinClass } from '../positions/position-terms.ts'
import type { Trade } from '../statement/trade.ts'

/** A trade with the key by which a later file recognizes it (L67). */
export interface KeyedTrade extends Trade {
  readonly key: string
}

const DIGEST_LENGTH = 22
export const digest = (content: unknown): string =>
  createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, DIGEST_LENGTH)

const round = (value: number | null): number | null => (value === null ? null : Math.round(value * 1e6) / 1e6)

/** Start of all keys of one broker's account. */
export function keyPrefix(format: string, account: string | null): string {
  const name = `${format} ${account}`
  const known = prefixes.get(name)
  if (known !== undefined) return known
  const prefix = `${format}.${digest([account])}.`
  if (prefixes.size > 1_000) prefixes.clear()
  prefixes.set(name, prefix)
  return prefix
}
const prefixes = new Map<string, string>()

/** A key without its account, which one file names by its number, another by the user's choice, and a third not at all. */
export const dropAccount = (key: string): string => key.replace(/^([^.]*)\.[^.]*\./, '$1.')

/**
 * Gives every trade its key: the broker's own id, else what happened, and how many equal lines came before. Symbols are
 * compared as spelled, without the sign of a share class, so that the key does not depend on market data. `given`: the
 * account that the user chose, for lines that name none.
 */
export function keyTrades(trades: readonly Trade[], format: string, given: string | null): KeyedTrade[] {
  const seen = new Map<string, number>()
  return trades.map((trade) => {
    const { account, day, action, symbol, contract, quantity, price, amountUsd, brokerId } = trade
    const terms = contract === null ? null : [contract.expiration, contract.type, contract.strike]
    const facts = [day, action, joinClass(symbol), terms, round(quantity), round(price), round(amountUsd)]
    const content = `${keyPrefix(format, account ?? given)}${brokerId === null ? digest(facts) : digest(['id', brokerId])}`
    const count = (seen.get(content) ?? 0) + 1
    seen.set(content, count)
    return { ...trade, key: count === 1 ? content : `${content}.${count}` }
  })
}
