import { nameList } from '../../../api/list-names.ts'
import { nameSector } from '../filters/filter-view.ts'
import { listCallColumns, nameBasis } from './call-columns.tsx'
import { type CallsState, defaultCallsState, initialGates, readCallsState, writeCallsState } from './calls-state.ts'
import { nameGateField } from './gate-fields.ts'

const NEVER_BELOW_COST = 'Never below my cost'

/** Names the filter or gate that sends a parameter. */
export function nameNarrowing({ text, sector, list }: CallsState, parameter: string): string {
  if (parameter === 'q') return `“${text.trim()}”`
  if (parameter === 'sector') return nameSector(sector)
  if (parameter === 'list') return `List ${nameList(list ?? '')}`
  if (parameter === 'never_below_cost') return NEVER_BELOW_COST
  return nameGateField(parameter) ?? parameter
}

/** The search, the stocks and each gate, as text. */
export function listNarrowing(state: CallsState): readonly string[] {
  const { text, sector, list, neverBelowCost, gates } = state
  const bounds = Object.entries(gates).flatMap(([parameter, value]) =>
    value === null ? [] : [`${nameGateField(parameter)} ${value}`],
  )
  return [
    ...(text.trim() === '' ? [] : [nameNarrowing(state, 'q')]),
    ...(sector === 'all' ? [] : [nameNarrowing(state, 'sector')]),
    ...(list === null ? [] : [nameNarrowing(state, 'list')]),
    ...(neverBelowCost ? [NEVER_BELOW_COST] : []),
    ...bounds,
  ]
}

/** Query string that is stored for a saved screen: everything except the page number. */
export const writeCallsQuery = (state: CallsState) => writeCallsState({ ...state, page: 1 }).toString()

/** Parses a saved query string; the screen starts on the first page. */
export const readCallsQuery = (query: string) => readCallsState(new URLSearchParams(query), false).state

/** One-line summary of a saved screen. */
export function describeCalls(query: string): string {
  const state = readCallsQuery(query)
  const usual = Object.keys(initialGates).every((key) => state.gates[key as never] === initialGates[key as never])
  const narrowing = listNarrowing(usual ? { ...state, gates: {} as CallsState['gates'] } : state)
  const column = listCallColumns(state).find(({ id }) => id === state.sort)
  const isUsualOrder = state.sort === defaultCallsState.sort && state.order === defaultCallsState.order
  return [
    ...(usual ? ['Usual gates'] : []),
    ...narrowing,
    ...(isUsualOrder ? [] : [`by ${column?.label ?? state.sort}${state.order === 'asc' ? ', lowest first' : ''}`]),
    ...(state.basis === 'own_cost' ? [`returns ${nameBasis(state.basis)}`] : []),
    ...(state.columns === null ? [] : [`${state.columns.length} columns`]),
  ].join(' · ')
}
