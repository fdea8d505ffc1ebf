import type { UnderstoodChip } from '@callwright/contracts'
import { displayText } from '../grounding/result-values.ts'
import { isToolError } from '../turn/tool-caller.ts'
import type { Call, ChatCorrection, Understood } from '../turn/types.ts'

/** Arguments of tools that the user may want to change, as chips. */
const labels: Readonly<Record<string, string>> = {
  symbol: 'Stock',
  expiration: 'Expiration',
  strike: 'Strike',
  delta_min: 'Delta from',
  delta_max: 'Delta to',
  dte_min: 'Days from',
  dte_max: 'Days to',
  premium: 'Premium a share',
  premium_min: 'Premium from',
  entry_price: 'Your cost a share',
  shares: 'Shares',
  sector: 'Sector',
  min_yield: 'Yield from',
  max_price: 'Price to',
  sort_by: 'Sort',
}

/** The reading of a model, taken from its last successful call. */
export function describeCalls(calls: readonly Call[]): Understood | null {
  const last = calls.findLast(({ result }) => !isToolError(result))
  if (last === undefined) return null
  const chips = Object.entries(labels).flatMap(([slot, label]): UnderstoodChip[] => {
    const value = last.args[slot]
    const isShown = typeof value === 'string' || typeof value === 'number'
    return isShown ? [{ slot, label, value: displayText(String(value)), choices: [] }] : []
  })
  const reading = last.name
  return { reading, label: reading.replaceAll('_', ' '), chips, missed: [], carried: false, options: [] }
}

/** A correction as words, for a model. */
export function writeCorrection(message: string, correction: ChatCorrection | null): string {
  if (correction === null) return message
  const values = correction.slots.flatMap(({ slot, value }) =>
    value === '' ? [] : [`${labels[slot] ?? slot}: ${value}`],
  )
  return `${message}\n(I mean: ${values.join('; ')}. Use exactly these values.)`
}
