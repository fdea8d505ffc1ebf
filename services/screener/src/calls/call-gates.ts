import {
  type CallFigure,
  type CallGate,
  type CallPremium,
  callFigures,
  callGates,
  callStockFilters,
  type Query,
  shownCallFigures,
} from '@callwright/contracts'
import type { BitSet } from '../row-index/bit-set.ts'
import { buildFilters, type Filter, markBound, rejectEmptyRanges, type SetBound } from '../row-index/filters.ts'

/** The calls and figures that the marks of conditions read. */
export interface CallSource {
  column(figure: CallFigure): Float64Array
  size(): number
  /** Marks the calls of the stocks that pass a filter. */
  markStocks(filter: Filter): BitSet
}

/** A condition on calls that one parameter sets. */
export interface CallCondition {
  readonly parameter: string
  /** Identifies the marked calls. */
  readonly key: string
  mark(source: CallSource): BitSet
}

export interface SetGate {
  readonly gate: CallGate
  readonly conditions: readonly CallCondition[]
}

type Bounds = readonly SetBound<CallFigure>[]

const stockParameters: ReadonlySet<string> = new Set(callStockFilters)
const boundParameters = new Map<string, Pick<SetBound<CallFigure>, 'column' | 'side'>>(
  callFigures.flatMap((figure) =>
    (['min', 'max'] as const).map((side) => [`${figure}_${side}`, { column: figure, side }] as const),
  ),
)

/**
 * Reads the gates that a query sets, in the order of `callGates`. Throws a 400 with the field names for an empty range
 * or a blank search.
 */
export function readGates(query: Query<'screener.calls'>, premium: CallPremium): readonly SetGate[] {
  const bounds: SetBound<CallFigure>[] = []
  for (const [parameter, value] of Object.entries(query)) {
    const bound = boundParameters.get(parameter)
    if (bound !== undefined) bounds.push({ parameter, ...bound, value: Number(value) })
  }
  rejectEmptyRanges(bounds)
  const chosen = Object.entries(query).filter(([name]) => stockParameters.has(name))
  const stocks = buildFilters(Object.fromEntries(chosen)).map(toStockCondition)
  return callGates
    .map(({ gate, figures }) => ({
      gate,
      conditions: gate === 'stock' ? stocks : listConditions(bounds, figures, premium),
    }))
    .filter(({ conditions }) => conditions.length > 0)
}

const toStockCondition = (filter: Filter): CallCondition => ({
  parameter: filter.parameter,
  key: filter.key,
  mark: (source) => source.markStocks(filter),
})

function listConditions(bounds: Bounds, figures: readonly CallFigure[], premium: CallPremium): CallCondition[] {
  return bounds
    .filter(({ column }) => figures.includes(column))
    .map(({ parameter, column, side, value }) => ({
      parameter,
      key: `${parameter}=${value} ${premium}`,
      mark: (source) => markBound(source.column(column), source.size(), shownCallFigures[column], { side, value }),
    }))
}
