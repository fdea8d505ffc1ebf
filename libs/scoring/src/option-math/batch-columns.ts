/**
 * Contracts as columns, one row each; same units as `ContractTerms`. Every column may be a view on a SharedArrayBuffer.
 */
export interface ContractColumns {
  /** 1 for a call, 0 for a put. */
  readonly isCall: Uint8Array
  readonly spot: Float64Array
  readonly strike: Float64Array
  readonly years: Float64Array
  readonly rate: Float64Array
  readonly dividendYield: Float64Array
}

export interface QuoteColumns extends ContractColumns {
  readonly price: Float64Array
}

/** Contracts with their volatilities, annualized decimals. */
export interface PricedColumns extends ContractColumns {
  readonly vol: Float64Array
}

/** Results of inversions: a volatility and a `reason` of 0, or NaN and a reason code (`noVolatilityReason`). */
export interface VolatilityColumns {
  readonly vol: Float64Array
  readonly reason: Uint8Array
}

/** Greeks in natural units (`GreekValues`), NaN in an invalid row; price and rho are optional. */
export interface GreekColumns {
  readonly price?: Float64Array
  readonly delta: Float64Array
  readonly gamma: Float64Array
  readonly theta: Float64Array
  readonly vega: Float64Array
  readonly rho?: Float64Array
}

export interface SweepColumns extends VolatilityColumns, GreekColumns {}

const bytes = (rows: number, isShared: boolean): Uint8Array =>
  new Uint8Array(isShared ? new SharedArrayBuffer(rows) : new ArrayBuffer(rows))

const floats = (rows: number, isShared: boolean): Float64Array =>
  new Float64Array(bytes(rows * Float64Array.BYTES_PER_ELEMENT, isShared).buffer)

function allocateContractColumns(rows: number, isShared: boolean): ContractColumns {
  return {
    isCall: bytes(rows, isShared),
    spot: floats(rows, isShared),
    strike: floats(rows, isShared),
    years: floats(rows, isShared),
    rate: floats(rows, isShared),
    dividendYield: floats(rows, isShared),
  }
}

/** Empty columns for quotes; workers can split up shared columns (`libs/scoring/workers`). */
export function allocateQuoteColumns(rows: number, isShared = false): QuoteColumns {
  return { ...allocateContractColumns(rows, isShared), price: floats(rows, isShared) }
}

/** Empty columns for contracts and their volatilities. */
export function allocatePricedColumns(rows: number, isShared = false): PricedColumns {
  return { ...allocateContractColumns(rows, isShared), vol: floats(rows, isShared) }
}

/** Empty columns for price and all five Greeks. */
export function allocateGreekColumns(rows: number, isShared = false): Required<GreekColumns> {
  return {
    price: floats(rows, isShared),
    delta: floats(rows, isShared),
    gamma: floats(rows, isShared),
    theta: floats(rows, isShared),
    vega: floats(rows, isShared),
    rho: floats(rows, isShared),
  }
}

/** Empty columns for a sweep: volatility, reason, delta, gamma, theta and vega. */
export function allocateSweepColumns(rows: number, isShared = false): SweepColumns {
  const { delta, gamma, theta, vega } = allocateGreekColumns(rows, isShared)
  return { vol: floats(rows, isShared), reason: bytes(rows, isShared), delta, gamma, theta, vega }
}

const COLUMN_NAMES = [
  ...(['isCall', 'spot', 'strike', 'years', 'rate', 'dividendYield', 'price', 'vol', 'reason'] as const),
  ...(['delta', 'gamma', 'theta', 'vega', 'rho'] as const),
]
type AnyColumns = Partial<Record<(typeof COLUMN_NAMES)[number], Float64Array | Uint8Array>>

/** The columns in an object, with their names; ignores other properties. */
export function namedColumns(columns: AnyColumns): [name: string, column: Float64Array | Uint8Array][] {
  return COLUMN_NAMES.flatMap((name) => {
    const column = columns[name]
    return column === undefined ? [] : [[name, column]]
  })
}

/**
 * Throws RangeError if a column is not as long as `isCall`, naming that column, or if `from` to `to` is not a range
 * of rows.
 */
export function requireRows(columns: ContractColumns, out: AnyColumns, from: number, to: number): void {
  const rows = columns.isCall.length
  for (const [name, column] of [...namedColumns(columns), ...namedColumns(out)]) {
    if (column.length !== rows) throw new RangeError(`${name} must have ${rows} rows, got ${column.length}`)
  }
  if (!(Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to <= rows)) {
    throw new RangeError(`from and to must be a range of 0 to ${rows}, got ${from} to ${to}`)
  }
}
