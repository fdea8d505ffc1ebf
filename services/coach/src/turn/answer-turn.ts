import { createHash, randomUUID } from 'node:crypto'
import { chooseCard } from '../cards/choose-card.ts'
import { type Grounded, groundDraft, splitSentences } from '../grounding/ground.ts'
import { displayText, type LedgerSource } from '../grounding/ledger.ts'
import { withoutClaims } from '../guardrails/claims.ts'
import { cleanMessage, toPlainText } from '../guardrails/plain-text.ts'
import { toolSpecs } from '../tools/tool-specs.ts'
import { createToolCaller, isToolError } from './tool-caller.ts'
import {
  addUsage,
  type Call,
  type Draft,
  type Engine,
  EngineFailure,
  type EngineFailureReason,
  type EngineInput,
  type HistoryTurn,
  type ListedStock,
  noUsage,
  type RejectionReason,
  type ToolSpec,
  type TurnInput,
  type TurnResult,
  type Usage,
} from './types.ts'

/** Leaves the fallback engine enough time to answer before the gateway times out. */
const ENGINE_MS = 25_000
const ignore = () => {}
const NOTHING_LISTED: readonly ListedStock[] = []

/**
 * Answers one message. The engine calls tools and writes a draft. Only sentences that pass the check against the
 * results are returned. If the engine fails, `fallback` answers instead. Throws the caller's abort reason, or an
 * `EngineFailure` if there is no fallback.
 */
export async function answerTurn(asked: TurnInput): Promise<TurnResult> {
  const { fallback } = asked
  let usageSoFar = noUsage
  const onUsage = (usage: Usage) => {
    usageSoFar = addUsage(usageSoFar, usage)
    asked.onUsage?.(usage)
  }
  const input = { ...asked, onUsage }
  if (fallback === undefined) return runEngine(input, input.engine, input.signal ?? new AbortController().signal)
  const late = AbortSignal.timeout(ENGINE_MS)
  const signal = input.signal === undefined ? late : AbortSignal.any([input.signal, late])
  try {
    return await runEngine(input, input.engine, signal)
  } catch (error) {
    if (input.signal?.aborted) throw error
    const { reason, usage } = readFailure(error, late, usageSoFar)
    input.onEvent?.({ kind: 'status', text: 'Switching to the offline coach' })
    const again = { ...input, tools: fallback.tools ?? input.tools }
    const result = await runEngine(again, fallback.engine, input.signal ?? new AbortController().signal)
    return { ...result, usage: addUsage(usage, result.usage), failure: reason }
  }
}

/** Only engine failures and timeouts lead to the fallback. Bugs are rethrown. */
function readFailure(
  error: unknown,
  late: AbortSignal,
  usageSoFar: Usage,
): { reason: EngineFailureReason; usage: Usage } {
  if (error instanceof EngineFailure) return error
  if (late.aborted) return { reason: 'timeout', usage: usageSoFar }
  throw error
}

/** Runs one engine, checks its draft against the results of its tool calls, and chooses the card. */
async function runEngine(input: TurnInput, engine: Engine, signal: AbortSignal): Promise<TurnResult> {
  const {
    user,
    asOf,
    listed = NOTHING_LISTED,
    page = null,
    tools,
    onEvent = ignore,
    onUsage = ignore,
    requestId = randomUUID(),
  } = input
  // The chat stores its messages clean; those of the doctor and the evaluation come as they were written.
  const message = cleanMessage(input.message)
  const history = recentHistory(input.history)
  const specs = toolSpecs.filter(({ name }) => tools[name] !== undefined)
  const caller = createToolCaller({ tools, specs, context: { user, asOf, signal, requestId, page }, onEvent })
  const basis = (): AnswerBasis => ({ calls: caller.calls, specs, userWords: listUserWords(message, history), asOf })
  const engineInput: EngineInput = {
    message,
    history,
    page,
    asOf,
    listed,
    tools: specs,
    callTool: caller.call,
    signal,
    onEvent,
    onUsage,
    safetyIdentifier: createHash('sha256').update(`coach ${user.userId}`).digest('base64url'),
  }

  const first = await engine.run(engineInput)
  signal.throwIfAborted()
  const { draft, usage } = await repairOnce(first, basis)
  const { text, grounded, rejections } = composeAnswer(checkDraft(draft, basis()), basis())
  const grounding = { checked: grounded.checked, unmatched: grounded.unmatched, withheld: grounded.withheld }
  const metadata = chooseCard(draft.card, caller.calls, specs, grounding)
  if (metadata !== null) onEvent({ kind: 'metadata', metadata })
  for (const part of splitText(text)) onEvent({ kind: 'text', text: part })
  const { name, model } = engine
  return { text, metadata, calls: caller.calls, usage, grounding, engine: { name, model }, failure: null, rejections }
}

const listUserWords = (message: string, history: EngineInput['history']) => [
  message,
  ...history.flatMap(({ role, content }) => (role === 'user' ? [content] : [])),
]

/** Gives the engine one chance to replace unsupported figures. If it fails, the draft is kept. */
async function repairOnce(draft: Awaited<ReturnType<Engine['run']>>, basis: () => AnswerBasis) {
  if (draft.repair === null) return { draft, usage: draft.usage }
  const { figures } = checkDraft(draft, basis())
  if (figures.length === 0) return { draft, usage: draft.usage }
  try {
    const repaired = await draft.repair([...new Set(figures)].slice(0, 20))
    return { draft: repaired, usage: addUsage(draft.usage, repaired.usage) }
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error
    return { draft, usage: addUsage(draft.usage, error.usage) }
  }
}

/** Splits the text into sentences with their line breaks and list marks. The joined parts equal the original text. */
function splitText(text: string): string[] {
  return text.split(/(?<=\n)/u).flatMap((line) => {
    const [first, ...others] = splitSentences(line)
    if (first === undefined) return []
    if (!first.isMark) return [first, ...others].map((sentence) => sentence.text)
    const [next, ...rest] = others
    return [first.text + (next?.text ?? ''), ...rest.map((sentence) => sentence.text)]
  })
}

interface AnswerBasis {
  readonly calls: readonly Call[]
  readonly specs: readonly ToolSpec[]
  readonly userWords: readonly string[]
  readonly asOf: string
}

interface Composed {
  readonly text: string
  readonly grounded: Grounded
  readonly rejections: readonly RejectionReason[]
}

const ONE_WITHHELD = 'One figure was removed because the data does not support it.'
const SOME_WITHHELD = 'Some figures were removed because the data does not support them.'
const CLAIM_WITHHELD = 'A promise or a piece of advice was removed: the decision is yours.'
const ONLY_DATA = 'Here is what the data shows.'
const NOTHING_LEFT = 'I have no data to answer that. Please try asking another way.'

function checkDraft(draft: Pick<Draft, 'text'>, basis: AnswerBasis): Grounded {
  const sources = basis.calls.map((call): LedgerSource => ({ call, schema: findSchema(call, basis.specs) }))
  return groundDraft({ draft: toPlainText(draft.text), sources, userWords: basis.userWords, asOf: basis.asOf })
}

const findSchema = (call: Call, specs: readonly ToolSpec[]) =>
  isToolError(call.result) ? null : (specs.find(({ name }) => name === call.name)?.result ?? null)

/**
 * Builds the text that the user sees. If every call failed, the text consists of the failure messages and never of the
 * draft.
 */
function composeAnswer(grounded: Grounded, basis: AnswerBasis): Composed {
  const failures = basis.calls.flatMap(({ result }) => (isToolError(result) ? [result] : []))
  const figures = Array.from({ length: grounded.withheld }, () => 'figure' as const)
  if (failures.length > 0 && failures.length === basis.calls.length) {
    const messages = [...new Set(failures.map(({ message }) => displayText(message)))]
    const suggestions = failures.flatMap((failure) => failure.suggestions.map(displayText)).slice(0, 3)
    const text = [...messages, ...suggestions.map((suggestion) => `- ${suggestion}`)].join('\n')
    return { text: toPlainText(text), grounded, rejections: figures }
  }
  const { text, claims } = withoutClaims(toPlainText(grounded.text))
  const empty = basis.calls.length > failures.length ? ONLY_DATA : NOTHING_LEFT
  const notices = [
    ...(grounded.withheld === 0 ? [] : [grounded.withheld === 1 ? ONE_WITHHELD : SOME_WITHHELD]),
    ...(claims.length === 0 ? [] : [CLAIM_WITHHELD]),
    // Leave out failures that the draft already mentions.
    ...[...new Set(failures.map(({ message }) => toPlainText(displayText(message))))].filter(
      (message) => !text.includes(message),
    ),
  ]
  return {
    text: [text === '' ? empty : text, ...notices].join('\n\n'),
    grounded,
    rejections: [...figures, ...claims],
  }
}

/** Twelve questions and their answers. */
const MAX_MESSAGES = 2 * 12
/** About 8,000 tokens of English. */
const MAX_CHARACTERS = 32_000

/** The most recent messages within the limits, starting with a question. */
function recentHistory(history: readonly HistoryTurn[]): readonly HistoryTurn[] {
  const recent: HistoryTurn[] = []
  let characters = 0
  for (const turn of history.slice(-MAX_MESSAGES).toReversed()) {
    characters += turn.content.length
    if (characters > MAX_CHARACTERS) break
    recent.unshift(turn)
  }
  const first = recent.findIndex(({ role }) => role === 'user')
  return first < 0 ? [] : recent.slice(first)
}
