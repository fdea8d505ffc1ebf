import { newYorkDate } from '@callwright/scoring'
import { latestSession } from '../../sessions.ts'
import { createCallMemo } from '../http/call-memo.ts'
import { type JsonObject, readInstantMs, readPositiveNumber, readText } from '../http/json-values.ts'
import { byExpirationStrikeType, readAmount, readCount, readPrice, selectListed } from '../parsing/option-values.ts'
import { closeOf, isInSession } from '../parsing/session-prices.ts'
import type { ChainSource, ExpirationSource, Missing, OptionQuote, QuoteSource } from '../provider.ts'
import { groupSymbols } from './metrics.ts'
import { type ListedContract, listExpirations, readNestedChains } from './nested-chain.ts'
import { lacks, type TastytradeContext, toVendorSymbol } from './tastytrade-client.ts'

const PATH = '/market-data/by-type'
/** The vendor's limit, over all kinds of symbols in a call. */
const SYMBOLS_PER_CALL = 100
/** How long a call's prices serve other symbols of its group. */
const KEEP_MS = 30_000
const MAX_GROUPS = 200
const SHARES_PER_CONTRACT = 100

type Items = ReadonlyMap<string, JsonObject>

export const createQuoteMemo = () => createCallMemo<Items>({ keepMs: KEEP_MS, maxWeight: MAX_GROUPS })

/** The vendor returns items in any order, without those it does not know, and with padded symbols. */
const toItems = (items: readonly JsonObject[]): Items =>
  new Map(items.map((item) => [(readText(item.symbol) ?? '').replaceAll(' ', ''), item]))

/** Creates the source of stock prices. One call brings those of a hundred symbols of the product's universe. */
export function createQuotes(context: TastytradeContext, memo: ReturnType<typeof createQuoteMemo>): QuoteSource {
  const { client, now, stamps, universe } = context
  const recall = memo.open(now)
  const groups = groupSymbols(
    universe.map(({ symbol }) => symbol),
    SYMBOLS_PER_CALL,
  )

  return {
    async findQuote(symbol) {
      const group = groups.get(symbol) ?? [symbol]
      const items = await recall(group.join(), async () =>
        toItems(await client.listItems(PATH, { equity: group.map(toVendorSymbol).join() })),
      )
      const item = items.get(toVendorSymbol(symbol))
      const price = item === undefined ? null : readSessionPrice(item, now())
      if (item === undefined || price === null) {
        return stamps.prices(null, null, [lacks('price', `price for ${symbol}`)])
      }
      const isOpen = isInSession(price.atMs) && price.atMs < closeOf(newYorkDate(price.atMs))
      const bid = isOpen ? readPositiveNumber(item.bid) : null
      const ask = isOpen ? readPositiveNumber(item.ask) : null
      const previousClose = readPositiveNumber(item['prev-close'])
      const missing: Missing[] = [
        ...(bid === null ? [lacks('bid', 'stock bid and ask from the last session')] : []),
        ...(previousClose === null ? [lacks('previous_close', `previous close for ${symbol}`)] : []),
      ]
      const volume = readPositiveNumber(item.volume)
      return stamps.prices({ lastPrice: price.price, previousClose, bid, ask, volume }, price.atMs, missing)
    },
  }
}

/** The last price in the session or, outside of one, the close of the last session: options are quoted against it. */
function readSessionPrice(item: JsonObject, nowMs: number) {
  const updatedMs = readInstantMs(item['updated-at']) ?? nowMs
  const last = readPositiveNumber(item.last) ?? readPositiveNumber(item.mark)
  if (isInSession(updatedMs)) return last === null ? null : { price: last, atMs: updatedMs }
  const close = readPositiveNumber(item.close) ?? last
  return close === null ? null : { price: close, atMs: closeOf(latestSession(updatedMs)) }
}

/**
 * Creates the sources of options: a list of contracts, which is read once a day, and then the quotes of the contracts
 * that are requested, a hundred per call. The vendor reports no greeks this way.
 */
export function createOptions(context: TastytradeContext): { chains: ChainSource; expirations: ExpirationSource } {
  const { client, files, now, reject, stamps } = context

  async function listContracts(symbol: string): Promise<readonly ListedContract[]> {
    const root = symbol.replace('.', '')
    const chains = await files.find({
      key: `nested/${symbol}`,
      lifetime: 'day',
      parser: { module: new URL('./nested-chain.ts', import.meta.url).href, parse: readNestedChains },
      load: () => client.getText(`/option-chains/${encodeURIComponent(toVendorSymbol(symbol))}/nested`),
    })
    return chains.flatMap((chain) => {
      const isStandard = chain.root === root && (chain.sharesPerContract ?? SHARES_PER_CONTRACT) === SHARES_PER_CONTRACT
      if (!isStandard) reject('adjusted_root', chain.contracts.length)
      return isStandard ? chain.contracts : []
    })
  }

  return {
    expirations: {
      async listExpirations(symbol) {
        const dates = listExpirations(await listContracts(symbol), newYorkDate(now()))
        return stamps.facts(dates, dates.length === 0 ? [lacks('chain', `listed options for ${symbol}`)] : [])
      },
    },
    chains: {
      async findChain(symbol, filter = {}) {
        const wanted = selectListed(await listContracts(symbol), filter, newYorkDate(now()))
        if (wanted.length === 0) return stamps.prices(null, null, [lacks('chain', `option chain for ${symbol}`)])
        const quoted = new Map<string, JsonObject>()
        for (let start = 0; start < wanted.length; start += SYMBOLS_PER_CALL) {
          const symbols = wanted.slice(start, start + SYMBOLS_PER_CALL).map(({ vendorSymbol }) => vendorSymbol)
          const items = toItems(await client.listItems(PATH, { 'equity-option': symbols.join() }))
          for (const [contract, item] of items) quoted.set(contract, item)
        }
        const contracts = wanted.map((contract) => readQuote(contract, quoted.get(contract.contractSymbol) ?? {}))
        const times = [...quoted.values()].flatMap((item) => readInstantMs(item['updated-at']) ?? [])
        const quotedAtMs = times.length === 0 ? null : toSession(times.reduce((a, b) => Math.max(a, b)))
        const value = { contracts: contracts.sort(byExpirationStrikeType), quotedAtMs, underlyingPriceUsd: null }
        return stamps.prices(value, quotedAtMs, [lacks('vendor_greeks', 'greeks of contracts')])
      },
    },
  }

  function readQuote({ vendorSymbol: _vendorSymbol, ...contract }: ListedContract, item: JsonObject): OptionQuote {
    const bid = readAmount(item.bid, reject)
    const ask = readAmount(item.ask, reject)
    return {
      ...contract,
      // A bid and an ask of 0 together mean that there is no quote.
      bid: ask === 0 && bid === 0 ? null : bid,
      ask: ask === 0 ? null : ask,
      last: readPrice(item.last, reject),
      volume: readCount(item.volume, reject),
      openInterest: readCount(item['open-interest'], reject),
      vendorGreeks: null,
    }
  }
}

/** Quotes do not change outside of sessions, even if the vendor writes them again. */
function toSession(atMs: number): number {
  return isInSession(atMs) ? atMs : closeOf(latestSession(atMs))
}
