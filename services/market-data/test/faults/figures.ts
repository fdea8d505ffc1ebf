/** A figure that differs from the one in the good response. */
export interface WrongFigure {
  readonly path: string
  readonly got: number
  readonly good: number | null | undefined
}

/** Identifying fields of list entries, so that a missing entry does not shift the others. */
const NAMES = ['contract_symbol', 'timestamp', 'symbol', 'ex_date', 'expiration_date', 'date', 'field']

/**
 * Finds every non-null figure that differs from the good response's at the same path. List entries are matched by their
 * identifying field; parallel lists are treated as columns if one of them holds such a field.
 */
export function findWrongFigures(answer: unknown, good: unknown): WrongFigure[] {
  const goodFigures = collectFigures(good)
  return [...collectFigures(answer)].flatMap(([path, got]) => {
    const expected = goodFigures.get(path)
    return got === expected ? [] : [{ path, got, good: expected }]
  })
}

/** Collects a response's figures by path, without nulls. */
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

/** Greeks filled from neighboring rows are labeled and may differ, so they are keyed by their source. */
function listEntries(value: Readonly<Record<string, unknown>>): [string, unknown][] {
  const entries = Object.entries(value)
  return value.greeks_source === 'interpolated' ? entries.filter(([key]) => !GREEKS.has(key)) : entries
}

function nameOf(entry: unknown): string | null {
  if (!isObject(entry)) return null
  const name = NAMES.find((key) => entry[key] !== undefined)
  return name === undefined ? null : String(entry[name])
}

/** Converts columns to rows if they have equal lengths and one of them is an identifying field. */
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
