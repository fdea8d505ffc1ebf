import { ScreenerRow } from '@callwright/contracts'
import { roundFigures } from '@callwright/service'

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S

/** The contract's row with its fields in camel case. */
export type StockRow = {
  readonly [K in keyof ScreenerRow as K extends 'enriched_at' ? never : Camel<K & string>]: ScreenerRow[K]
}
/**
 * Stored and wire format of a row, with figures rounded as in every response. The database adds `enriched_at`.
 */
export type StoredRow = Omit<ScreenerRow, 'enriched_at'>

const wireKeys = Object.keys(ScreenerRow.properties).filter((key) => key !== 'enriched_at')
const toCamel = (key: string) => key.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase())
const keyPairs = wireKeys.map((key) => [key, toCamel(key)] as const)

export function toStoredRow(row: StockRow): StoredRow {
  const values = row as Readonly<Record<string, unknown>>
  return Object.fromEntries(keyPairs.map(([wireKey, key]) => [wireKey, roundFigures(values[key])])) as StoredRow
}
