import { answerTurn } from '../src/pipeline.ts'
import type { Call, Engine, HistoryTurn, ToolArgs, ToolName, ToolRegistry, TurnResult } from '../src/turn/types.ts'
import type { EvalItem, ExpectedCall } from './item.ts'
import { NOW, stocks } from './market/stocks.ts'

export const USER = { userId: 'user-1', sessionId: 'session-1', isDemo: false }

export interface Outcome {
  readonly item: EvalItem
  readonly result: TurnResult
  /** Duration of the last turn, in milliseconds. */
  readonly ms: number
  readonly faults: readonly string[]
  /** Figures in the answer that neither a result nor the user's messages contain. */
  readonly ungrounded: readonly string[]
}

export interface EvalDeps {
  readonly tools: ToolRegistry
  readonly engine: Engine
}

export async function runItem(item: EvalItem, deps: EvalDeps): Promise<Outcome> {
  const history: HistoryTurn[] = []
  let last: { result: TurnResult; ms: number } | null = null
  for (const message of item.turns) {
    const startedAt = performance.now()
    const turn = {
      message,
      history: [...history],
      user: USER,
      asOf: NOW,
      listed: stocks,
      page: item.page ?? null,
      requestId: 'eval',
    }
    const result = await answerTurn({ ...turn, ...deps })
    last = { result, ms: performance.now() - startedAt }
    const { text, metadata, calls, understood } = result
    history.push({ role: 'user', content: message }, { role: 'assistant', content: text, metadata, calls, understood })
  }
  if (last === null) throw new Error('an item needs a turn')
  const { result, ms } = last
  return { item, result, ms, faults: judge(item, result), ungrounded: findUngrounded(item, result) }
}

function judge(
  { calls, mayCall, card, must = [], mustNot = [] }: EvalItem,
  { text: words, metadata, calls: made, understood }: TurnResult,
): string[] {
  // A chip says what was understood as well as a sentence does.
  const chips = (understood?.chips ?? []).map(({ label, value }) => `${label}: ${value}`)
  const text = [words, ...chips].join('\n')
  const holds = (wanted: string | RegExp) => (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text))
  return [
    ...(calls.length === 0 && mayCall !== true && made.length > 0
      ? [`asked ${made.map(({ name }) => name).join()}`]
      : []),
    ...findMissing(calls, made).map((missing) => `did not ask ${missing}`),
    ...(card !== undefined && metadata?.type !== card ? [`shows ${metadata?.type ?? 'no card'}, not ${card}`] : []),
    ...must.filter((wanted) => !holds(wanted)).map((wanted) => `lacks ${wanted}`),
    ...mustNot.filter(holds).map((unwanted) => `has ${unwanted}`),
  ]
}

/** Expected calls that were missing or out of order. */
function findMissing(expected: readonly ExpectedCall[], made: readonly Call[]): string[] {
  let from = 0
  return expected.flatMap(([name, args]) => {
    const found = made.findIndex((call, index) => index >= from && isExpected(call, name, args))
    if (found >= 0) from = found + 1
    return found >= 0 ? [] : [`${name} ${JSON.stringify(args)}`]
  })
}

/** Both tools list the user's positions: either is right where the review is expected. */
const isExpected = (call: Call, name: ToolName, args: ToolArgs) =>
  (call.name === name && hasArgs(call.args, args)) || (name === 'portfolio_review' && call.name === 'own_figures')

const hasArgs = (args: Call['args'], wanted: Call['args']) =>
  Object.entries(wanted).every(([name, value]) => JSON.stringify(args[name] ?? null) === JSON.stringify(value))

/**
 * Finds amounts and percentages in the answer that neither a result nor the user's messages contain. Searches the raw
 * results, independently of the coach's grounding check.
 */
function findUngrounded({ turns }: EvalItem, { text, calls, grounding }: TurnResult): string[] {
  const known = new Set(calls.flatMap(({ result }) => listFigures(result)))
  const said = new Set(
    (turns.join(' ').match(/\d[\d,]*\.?\d*|\.\d+/gu) ?? []).map((one) => Number(one.replaceAll(',', ''))),
  )
  const written = text.match(/-?\$[\d,]+\.\d\d|-?\d[\d,]*\.?\d*%/gu) ?? []
  const loose = written.filter((figure) => !known.has(figure) && !said.has(Number(figure.replace(/[$,%-]/gu, ''))))
  return [...loose, ...(grounding.unmatched > 0 ? [`${grounding.unmatched} withheld`] : [])]
}

const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const percent = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Lists every number in a result, in each form that an answer may use, and every figure in the result's text. */
function listFigures(value: unknown): string[] {
  if (typeof value === 'number') {
    const sign = value < 0 ? '-' : ''
    return [`${sign}$${money.format(Math.abs(value))}`, `${percent.format(value)}%`, `${percent.format(value * 100)}%`]
  }
  if (typeof value === 'string') return value.match(/-?\$[\d,]+\.\d\d|-?\d[\d,]*\.?\d*%/gu) ?? []
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(listFigures)
}
