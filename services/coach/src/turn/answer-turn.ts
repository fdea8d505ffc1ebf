import { createHash, randomUUID } from 'node:crypto'
import { chooseCard } from '../cards/choose-card.ts'
import { splitSentences } from '../grounding/sentences.ts'
import { cleanMessage } from '../guardrails/plain-text.ts'
import { toolSpecs } from '../tools/tool-specs.ts'
import { type AnswerBasis, checkDraft, composeAnswer } from './compose-answer.ts'
import { addUsage, EngineFailure, noUsage } from './engine-failure.ts'
import { recentHistory } from './recent-history.ts'
import { createToolCaller } from './tool-caller.ts'
import type { Engine, EngineFailureReason, EngineInput, ListedStock, TurnInput, TurnResult, Usage } from './types.ts'

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
  if (fallback === undefined) return runTurn(input, input.engine, input.signal ?? new AbortController().signal)
  const late = AbortSignal.timeout(ENGINE_MS)
  const signal = input.signal === undefined ? late : AbortSignal.any([input.signal, late])
  try {
    return await runTurn(input, input.engine, signal)
  } catch (error) {
    if (input.signal?.aborted) throw error
    const { reason, usage } = readFailure(error, late, usageSoFar)
    input.onEvent?.({ kind: 'status', text: 'Switching to the offline coach' })
    const again = { ...input, tools: fallback.tools ?? input.tools }
    const result = await runTurn(again, fallback.engine, input.signal ?? new AbortController().signal)
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

async function runTurn(input: TurnInput, engine: Engine, signal: AbortSignal): Promise<TurnResult> {
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
