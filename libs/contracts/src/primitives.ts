import Type, { type TProperties, type TSchema } from 'typebox'

/** A New York calendar day, `YYYY-MM-DD` (D3). */
export const IsoDate = Type.String({ pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' })
/** An instant in UTC, ISO 8601 (D3). */
export const Instant = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d+)?Z$' })
/** A listed symbol in exchange form: `AAPL`, `BRK.B`. */
export const StockSymbol = Type.String({ pattern: '^[A-Za-z]{1,6}([.-][A-Za-z]{1,3})?$' })
/** What a person or a broker writes for a stock (D62): market data resolves it, and answers 404 where it cannot. */
export const SymbolText = Type.String({ pattern: '^[A-Za-z0-9 .$/:-]{1,40}$' })

/** Unknown is null on the wire (D2). */
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
export const NullableNumber = nullable(Type.Number())
export const NullableString = nullable(Type.String())
export const NullableInteger = nullable(Type.Integer())
export const NullableDate = nullable(IsoDate)

/** An object a client sends: keys it does not name are refused. */
export const request = <P extends TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

/** Dollars per share. */
export const CashDividend = Type.Object({
  ex_date: IsoDate,
  cash_amount: Type.Number(),
  estimated: Type.Boolean({
    description: 'Not declared: the next of a series, as a year before and at its last amount',
  }),
})

export const StatusSuccess = Type.Literal('success')
/** Whose data another process of ours asks about, by the id that auth gave. */
export const UserParams = request({ id: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }) })
export const SymbolParams = request({ symbol: SymbolText })

/** How fresh the figures of an answer are, and whether they are facts at all (D16, D39). */
export const dataClasses = ['live', 'delayed', 'recorded', 'simulated', 'closed', 'stale', 'none'] as const
export const DataClass = Type.Enum(dataClasses)
export const cacheStatuses = ['fresh', 'stale', 'miss', 'refreshing'] as const
export const CacheStatus = Type.Enum(cacheStatuses)

/** Where figures come from and the instant they stand for. */
export const provenance = {
  as_of: nullable(Instant),
  data_class: DataClass,
  source: Type.String(),
}

/**
 * The stamp every market answer carries. `cache_status`: `fresh` repeats a kept answer, `miss` has just asked the source,
 * `refreshing` repeats one that is being renewed, `stale` one that could not be.
 */
export const stamp = { ...provenance, cache_status: CacheStatus }
