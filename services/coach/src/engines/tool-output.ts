import { toPlainText } from '../guardrails/plain-text.ts'
import type { CallOutcome } from '../turn/types.ts'

const MAX_ROWS = 15
const MAX_CHARACTERS = 240
const MAX_DEPTH = 8

/** Serializes a result for a model as JSON with at most 15 rows per list, without markup and placeholders. */
export function toToolOutput(outcome: CallOutcome): string {
  if (!outcome.made) return JSON.stringify({ not_run: outcome.error })
  const { id, name, result } = outcome.call
  return JSON.stringify({ call: id, tool: name, result: trim(result, 0) })
}

function trim(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return trimText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return null
  if (Array.isArray(value)) return value.slice(0, MAX_ROWS).map((item) => trim(item, depth + 1))
  const parts = Object.entries(value).flatMap(([key, part]): [string, unknown][] => [
    [key, trim(part, depth + 1)],
    ...(Array.isArray(part) && part.length > MAX_ROWS
      ? [[`${key}_left_out`, part.length - MAX_ROWS] satisfies [string, number]]
      : []),
  ])
  return Object.fromEntries(parts)
}

/** Removes braces, which would be read as placeholders. */
function trimText(text: string): string {
  const plain = toPlainText(text).replaceAll(/[{}]/gu, ' ')
  return plain.length <= MAX_CHARACTERS ? plain : `${plain.slice(0, MAX_CHARACTERS - 1)}…`
}
