import type { ChatSource } from '@callwright/contracts'
import { isToolError } from '../turn/tool-caller.ts'
import type { Call } from '../turn/types.ts'

export function listSources(calls: readonly Call[], asOf: string): ChatSource[] {
  return calls.map(({ id, name, args, result }) => {
    const asked = { call: id, tool: name, args: withoutOpen(args), asked_at: asOf }
    if (isToolError(result)) {
      return { ...asked, outcome: result.error, rows: null, as_of: null, delay_minutes: null, source: null }
    }
    const { as_of, delay_minutes, source, rows } = result
    return { ...asked, outcome: 'ok', rows: Array.isArray(rows) ? rows.length : null, as_of, delay_minutes, source }
  })
}

const withoutOpen = (args: Call['args']) =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null))
