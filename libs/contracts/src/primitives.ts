import Type, { type TProperties, type TSchema } from 'typebox'

/** A New York calendar day, `YYYY-MM-DD` (D3). */
export const IsoDate = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' })
/** An instant in UTC, ISO 8601 (D3). */
export const Instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$' })
/** A listed symbol in exchange form: `AAPL`, `BRK.B`. */
export const StockSymbol = Type.String({ pattern: '^[A-Za-z]{1,6}([.-][A-Za-z]{1,3})?$' })
/** Position id, chosen by the client and unique among one user's positions (D26); events and chains have ids like it. */
export const PositionId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' })
/** A symbol in any spelling that users or brokers use (D62). Market-data resolves it or returns a 404. */
export const SymbolText = Type.String({ pattern: '^[A-Za-z0-9 .$/:-]{1,40}$' })

/** An unknown value is null in responses (D2). */
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
export const NullableNumber = nullable(Type.Number())
export const NullableString = nullable(Type.String())
export const NullableInteger = nullable(Type.Integer())
export const NullableDate = nullable(IsoDate)

/** Object schema for a request; unknown keys are rejected. */
export const request = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** A cash dividend in dollars per share. */
export const CashDividend = Type.Object({
  ex_date: IsoDate,
  cash_amount: Type.Number(),
  estimated: Type.Boolean({
    description: 'True if not declared: projected from the date a year earlier, with the last amount',
  }),
})

export const StatusSuccess = Type.Literal('success')
/** Path parameter of internal endpoints: a user id issued by auth. */
export const UserParams = request({ id: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }) })
export const SymbolParams = request({ symbol: SymbolText })

/**
 * Freshness and kind of the data in a response; recorded and simulated data do not describe today's market (D16, D39).
 * Indicative quotes are the source's own estimates, not an exchange's quotes.
 */
export const dataClasses = [
  'live',
  'delayed',
  'indicative',
  'recorded',
  'simulated',
  'closed',
  'stale',
  'none',
] as const
export const DataClass = Type.Enum(dataClasses)
export const cacheStatuses = ['fresh', 'stale', 'miss', 'refreshing'] as const
export const CacheStatus = Type.Enum(cacheStatuses)

/** Source of the figures, and the time that they describe. */
export const provenance = {
  as_of: nullable(Instant),
  data_class: DataClass,
  source: Type.String(),
}

/**
 * Fields of every market-data response. `cache_status`: `fresh` comes from the cache, `miss` was just fetched from the
 * source, `refreshing` is cached while a refetch is running, `stale` is cached because the last refetch failed.
 */
export const stamp = { ...provenance, cache_status: CacheStatus }

export const bound = Type.Optional(Type.Number())

type BoundOf<Name extends string> = `${Name}_${'min' | 'max'}`

/** Query parameters for the lowest and highest value of each figure: `delta_min`, `delta_max`. */
export const boundsOf = <const Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`${name}_min`, bound],
      [`${name}_max`, bound],
    ]),
  ) as Record<BoundOf<Name>, typeof bound>
