import { type IsoDate, isCalendarDay } from '@callwright/scoring'
import { parseContractSymbol } from '../contract-symbol.ts'
import { readKnownJsonNumber, readObject, readObjects, readText } from '../http/json-values.ts'
import { parseVendorJson } from '../http/vendor-files.ts'
import type { OptionQuote } from '../provider.ts'

export interface ListedContract extends Pick<OptionQuote, 'contractSymbol' | 'type' | 'expiration' | 'strike'> {
  /** The vendor's symbol, whose root is padded with blanks: `KO    261218C00065000`. */
  readonly vendorSymbol: string
}

interface ListedChain {
  /** The symbol that the chain's options are written on, in the vendor's form. */
  readonly underlying: string
  readonly root: string
  readonly sharesPerContract: number | null
  readonly contracts: readonly ListedContract[]
}

/** Parses the contracts listed for a symbol, in one chain per option root. They have no quotes. */
export function readNestedChains(text: string): ListedChain[] {
  const { items } = readObject(readObject(parseVendorJson(text)).data)
  return readObjects(items).map((item) => ({
    underlying: readText(item['underlying-symbol']) ?? '',
    root: readText(item['root-symbol']) ?? '',
    sharesPerContract: readKnownJsonNumber(item['shares-per-contract']),
    contracts: readObjects(item.expirations).flatMap((expiration) =>
      readObjects(expiration.strikes).flatMap(({ call, put }) => [...readContract(call), ...readContract(put)]),
    ),
  }))
}

function readContract(value: unknown): ListedContract[] {
  const vendorSymbol = readText(value) ?? ''
  const parsed = parseContractSymbol(vendorSymbol)
  if (parsed === null || !isCalendarDay(parsed.expiration) || !(parsed.strike > 0)) return []
  const { type, expiration, strike } = parsed
  return [{ vendorSymbol, contractSymbol: vendorSymbol.replaceAll(' ', ''), type, expiration, strike }]
}

export function listExpirations(contracts: readonly ListedContract[], today: IsoDate): IsoDate[] {
  const dates = contracts.filter(({ type }) => type === 'call').map(({ expiration }) => expiration)
  return [...new Set(dates)].filter((date) => date >= today).sort()
}
