/** One figure of an answer that is not the one of the good answer. */
export interface WrongFigure {
  readonly path: string
  readonly got: number
  readonly good: number | null | undefined
}

/** What tells the entries of a list apart, so that one that is left out does not shift the others. */
const NAMES = ['contract_symbol', 'timestamp', 'symbol', 'ex_date', 'expiration_date', 'date', 'field']

/**
 * Every figure that differs from the good answer's at the same place and is not null. Lists are compared by what names
 * their entries; lists side by side that begin with one of names are read as its columns.
 */
export function findWrongFigures(answer: unknown, good: unknown): WrongFigure[] {
  const goodFigures = collectFigures(good)
  return [...collectFigures(answer)].flatMap(([path, got]) => {
    const expected = goodFigures.get(path)
    return got === expected ? [] : [{ path, got, good: expected }]
  })
}

/** The figures of an answer by their place; null where it has none. */
export function collectFigures(value: unknown): Map<string, number> {
  const figures = new Map<string, number>()
  collect(value, '', figures)
  return figures
}

function collect(value: unknown, path: string, figures: Map<string, number>): void {
  if (typeof value === 'number') figures.set(path, value)
  else if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) collect(entry, `${path}[${nameOf(entry) ?? index}]`, figures)
  } else if (isObject(value)) {
    const rows = readColumns(value)
    if (rows !== null) collect(rows, path, figures)
    else for (const [key, entry] of listEntries(value)) collect(entry, `${path}.${key}`, figures)
  }
}

const GREEKS = new Set(['delta', 'gamma', 'theta', 'vega', 'rho'])

/** Greeks filled from the neighbors of a row without a volatility of its own are marked so, and differ from its own. */
function listEntries(value: Readonly<Record<string, unknown>>): [string, unknown][] {
  const entries = Object.entries(value)
  return value.greeks_source === 'interpolated' ? entries.filter(([key]) => !GREEKS.has(key)) : entries
}

function nameOf(entry: unknown): string | null {
  if (!isObject(entry)) return null
  const name = NAMES.find((key) => entry[key] !== undefined)
  return name === undefined ? null : String(entry[name])
}

/** Columns of equal length, one of which names the rows, as rows. */
function readColumns(value: Readonly<Record<string, unknown>>): readonly unknown[] | null {
  const names = NAMES.map((key) => value[key]).find((column) => Array.isArray(column))
  if (!Array.isArray(names)) return null
  const columns = Object.entries(value)
  if (!columns.every(([, column]) => Array.isArray(column) && column.length === names.length)) return null
  return names.map((_name, index) =>
    Object.fromEntries(columns.map(([key, column]) => [key, Array.isArray(column) ? column[index] : null])),
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
