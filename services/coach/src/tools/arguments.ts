import { IsoDate, nullable, PositionId, StockSymbol } from '@callwright/contracts'
import Type, { type TNumberOptions } from 'typebox'

/** Argument schemas shared by several tools. Null means "not given". */
export const symbol = StockSymbol
export const maybeSymbol = nullable(StockSymbol)
export const maybePositionId = nullable(PositionId)
export const date = IsoDate
export const maybeDate = nullable(IsoDate)

const MAX_USD = 1_000_000
const MAX_DAYS = 1_200
const MAX_ROWS = 100

export const price = (description?: string) =>
  Type.Number({ exclusiveMinimum: 0, maximum: MAX_USD, ...(description === undefined ? {} : { description }) })
export const maybeNumber = (options: TNumberOptions) => nullable(Type.Number(options))
export const maybePrice = (description?: string) => nullable(price(description))
export const maybePremium = (description: string) => maybeNumber({ minimum: 0, maximum: MAX_USD, description })
export const maybeDelta = () => maybeNumber({ minimum: 0, maximum: 1, description: '0-1' })
export const maybePercent = (description: string, maximum = 1_000) => maybeNumber({ minimum: 0, maximum, description })
export const maybeDays = (description?: string) =>
  nullable(Type.Integer({ minimum: 0, maximum: MAX_DAYS, ...(description === undefined ? {} : { description }) }))
export const maybeCount = (description: string) =>
  nullable(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description }))
export const shares = (description: string) => Type.Integer({ minimum: 1, maximum: 10_000_000, description })
export const maybeLimit = nullable(
  Type.Integer({ minimum: 1, maximum: MAX_ROWS, description: 'Rows to return; 10 unless given' }),
)

/** Swaps the bounds of a range if they are in reverse order. */
export function inOrder(least: number | null, most: number | null): readonly [number | null, number | null] {
  return least !== null && most !== null && least > most ? [most, least] : [least, most]
}
