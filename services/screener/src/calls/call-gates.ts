import {
  type CallFigure,
  type CallGate,
  callFigures,
  callGates,
  callStockFilters,
  type Query,
  shownCallFigures,
} from '@callwright/contracts'
import type { BitSet } from '../row-index/bit-set.ts'
import {
  buildFilters,
  type ChosenList,
  type Filter,
  markBound,
  rejectEmptyRanges,
  type SetBound,
} from '../row-index/filters.ts'
import { keyOfTerms, type ReturnTerms } from './call-figures.ts'

/** The calls and figures that the marks of conditions read. */
export interface CallSource {
  column(figure: CallFigure): Float64Array
  size(): number
  /** Marks the calls of the stocks that pass a filter. */
  markStocks(filter: Filter): BitSet
  /** Marks the calls that pass a test of their stock's symbol and their strike. */
  markStrikes(test: (symbol: string) => (strike: number) => boolean): BitSet
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
  /** Marks the calls that the gate cannot judge, because a figure that it needs is unknown. */
  readonly unknown?: CallCondition
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
export function readGates(
  query: Query<'screener.calls'>,
  terms: ReturnTerms,
  list: ChosenList | null,
): readonly SetGate[] {
  const bounds: SetBound<CallFigure>[] = []
  for (const [parameter, value] of Object.entries(query)) {
    const bound = boundParameters.get(parameter)
    if (bound !== undefined) bounds.push({ parameter, ...bound, value: Number(value) })
  }
  rejectEmptyRanges(bounds)
  const chosen = Object.entries(query).filter(([name]) => stockParameters.has(name))
  const stocks = buildFilters(Object.fromEntries(chosen), list).map(toStockCondition)
  return callGates
    .map(({ gate, figures }): SetGate => {
      if (gate === 'stock') return { gate, conditions: stocks }
      if (gate === 'cost') return buildCostGate(query.never_below_cost === true ? terms.costs : null)
      return { gate, conditions: listConditions(bounds, figures, terms) }
    })
    .filter(({ conditions }) => conditions.length > 0)
}

const toStockCondition = (filter: Filter): CallCondition => ({
  parameter: filter.parameter,
  key: filter.key,
  mark: (source) => source.markStocks(filter),
})

/** Keeps the calls whose strike is at or above the cost per share; a call on a stock without a known cost fails. */
function buildCostGate(costs: ReturnTerms['costs']): SetGate {
  if (costs === null) return { gate: 'cost', conditions: [] }
  const parameter = 'never_below_cost'
  const testStrikes = (symbol: string) => {
    const cost = costs.findCost(symbol)
    return (strike: number) => cost !== null && strike >= cost
  }
  const isUnknown = (symbol: string) => {
    const cost = costs.findCost(symbol)
    return () => cost === null
  }
  return {
    gate: 'cost',
    conditions: [{ parameter, key: `${parameter} ${costs.key}`, mark: (source) => source.markStrikes(testStrikes) }],
    unknown: { parameter, key: `unknown cost ${costs.key}`, mark: (source) => source.markStrikes(isUnknown) },
  }
}

function listConditions(bounds: Bounds, figures: readonly CallFigure[], terms: ReturnTerms): CallCondition[] {
  return bounds
    .filter(({ column }) => figures.includes(column))
    .map(({ parameter, column, side, value }) => ({
      parameter,
      key: `${parameter}=${value} ${keyOfTerms(terms)}`,
      mark: (source) => markBound(source.column(column), source.size(), shownCallFigures[column], { side, value }),
    }))
}
