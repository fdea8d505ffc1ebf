import type { IsoDate } from './provider.ts'

interface ContractSymbol {
  readonly root: string
  readonly expiration: IsoDate
  readonly type: 'call' | 'put'
  readonly strike: number
}

/**
 * Parses an OCC contract symbol from right to left: strike in thousandths, C or P, yymmdd, root. Null if it is invalid.
 */
export function parseContractSymbol(symbol: string): ContractSymbol | null {
  const match = /^([A-Z0-9.]{1,6}?) *(\d\d)(\d\d)(\d\d)([CP])(\d{8})$/.exec(symbol)
  if (match === null) return null
  const [, root = '', year, month, day, type, strike] = match
  return {
    root,
    expiration: `20${year}-${month}-${day}`,
    type: type === 'C' ? 'call' : 'put',
    strike: Number(strike) / 1_000,
  }
}

/** Formats the OCC symbol of a standard contract: `AAPL260821C00320000`. */
export function formatContractSymbol({ root, expiration, type, strike }: ContractSymbol): string {
  const date = `${expiration.slice(2, 4)}${expiration.slice(5, 7)}${expiration.slice(8)}`
  return `${root}${date}${type === 'call' ? 'C' : 'P'}${String(Math.round(strike * 1_000)).padStart(8, '0')}`
}
