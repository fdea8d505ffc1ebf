import { createFieldReader, roundFigures } from '@callwright/service'
import {
  type Call,
  type CallOutcome,
  type Tool,
  type ToolArgs,
  type ToolContext,
  type ToolError,
  type ToolErrorCode,
  type ToolRegistry,
  type ToolResult,
  type ToolSpec,
  type TurnEvent,
  toolErrorCodes,
} from './types.ts'

export const MAX_CALLS = 6
const TOOL_TIMEOUT_MS = 8_000
const NO_ANSWER = 'This data is not available right now. Please try again in a moment.'

interface CallerDeps {
  readonly tools: ToolRegistry
  readonly specs: readonly ToolSpec[]
  readonly context: ToolContext
  readonly onEvent: (event: TurnEvent) => void
  /** Time limit of one call, in milliseconds. */
  readonly timeoutMs?: number
}

interface ToolCaller {
  readonly calls: readonly Call[]
  call(name: string, args: unknown): Promise<CallOutcome>
}

const refuse = (message: string, suggestions: readonly string[] = []): CallOutcome => ({
  made: false,
  error: { error: 'INVALID', message, suggestions },
})

/** Runs the tool calls of one turn: at most six, without duplicates. Each is validated and has its own timeout. */
export function createToolCaller(deps: CallerDeps): ToolCaller {
  const { tools, specs, context, onEvent } = deps
  const calls: Call[] = []
  const asked = new Map<string, string>()
  let begun = 0

  async function call(name: string, given: unknown): Promise<CallOutcome> {
    const spec = specs.find((candidate) => candidate.name === name)
    const tool = spec === undefined ? undefined : tools[spec.name]
    if (spec === undefined || tool === undefined) {
      return refuse(
        `There is no such tool.`,
        specs.map((known) => known.name),
      )
    }
    const read = readArgs(spec, given)
    if (!read.ok) return refuse(read.problem)
    const key = `${spec.name} ${canonical(read.args)}`
    const earlier = asked.get(key)
    if (earlier !== undefined) return refuse(`Duplicate call: its result is ${earlier}.`)
    if (begun >= MAX_CALLS) return refuse('No tool calls are left in this turn. Answer with the results you have.')
    begun += 1
    const id = `r${begun}`
    asked.set(key, id)
    onEvent({ kind: 'tool_start', call: id, tool: spec.name })
    const result = await run(tool, read.args)
    const made = { id, name: spec.name, args: read.args, result }
    calls.push(made)
    onEvent({ kind: 'tool_end', call: id, tool: spec.name, outcome: isToolError(result) ? result.error : 'ok' })
    return { made: true, call: made }
  }

  /** Returns an error result if the tool throws or times out. Throws if the turn was aborted. */
  async function run(tool: Tool, args: ToolArgs): Promise<ToolResult> {
    const ending = new AbortController()
    const signal = AbortSignal.any([context.signal, ending.signal])
    const ended = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    const timer = setTimeout(() => ending.abort(new Error('late')), deps.timeoutMs ?? TOOL_TIMEOUT_MS)
    try {
      context.signal.throwIfAborted()
      return readResult(await Promise.race([tool(args, { ...context, signal }), ended]))
    } catch (error) {
      if (context.signal.aborted) throw error
      return { error: 'UPSTREAM_TIMEOUT', message: NO_ANSWER, suggestions: [] }
    } finally {
      clearTimeout(timer)
    }
  }

  return { calls, call }
}

type ReadArgs = { readonly ok: true; readonly args: ToolArgs } | { readonly ok: false; readonly problem: string }

/**
 * Sets omitted arguments to null and rejects arguments that are not in the schema. The tool itself checks them again,
 * for callers without this one; here, a malformed call uses up none of the turn's calls, and a duplicate is recognized
 * whether or not it spells out its nulls.
 */
function readArgs(spec: ToolSpec, given: unknown): ReadArgs {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    return { ok: false, problem: 'The arguments must be one JSON object.' }
  }
  const notGiven = Object.fromEntries(Object.keys(spec.args.properties).map((name) => [name, null]))
  const read = createFieldReader(spec.args)({ ...notGiven, ...given })
  if (!read.ok) {
    return {
      ok: false,
      problem: read.faults
        .map(({ field, detail }) => `${field}: ${detail}`)
        .join('; ')
        .slice(0, 500),
    }
  }
  return { ok: true, args: { ...notGiven, ...given } }
}

function readResult(result: unknown): ToolResult {
  const plain: unknown = JSON.parse(JSON.stringify(roundFigures(result ?? null)))
  if (isToolError(plain)) return plain
  if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) throw new Error('not a result')
  return { as_of: null, delay_minutes: null, source: null, warnings: [], ...plain }
}

const isCode = (code: unknown): code is ToolErrorCode => toolErrorCodes.some((known) => known === code)

export function isToolError(result: unknown): result is ToolError {
  return typeof result === 'object' && result !== null && 'error' in result && isCode(result.error)
}

/** Serializes the arguments as JSON with a fixed order of keys. */
function canonical(args: ToolArgs): string {
  return JSON.stringify(Object.entries(args).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
