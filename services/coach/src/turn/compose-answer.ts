import { type Grounded, groundDraft, splitSentences } from '../grounding/ground.ts'
import { displayText, type ValueSource } from '../grounding/result-values.ts'
import { withoutClaims } from '../guardrails/claims.ts'
import { toPlainText } from '../guardrails/plain-text.ts'
import { isToolError } from './tool-caller.ts'
import type { Call, Draft, HistoryTurn, RejectionReason, ToolSpec } from './types.ts'

/** Splits the text into sentences with their line breaks and list marks. The joined parts equal the original text. */
export function splitText(text: string): string[] {
  return text.split(/(?<=\n)/u).flatMap((line) => {
    const [first, ...others] = splitSentences(line)
    if (first === undefined) return []
    if (!first.isMark) return [first, ...others].map((sentence) => sentence.text)
    const [next, ...rest] = others
    return [first.text + (next?.text ?? ''), ...rest.map((sentence) => sentence.text)]
  })
}

export interface AnswerBasis {
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

export function checkDraft(draft: Pick<Draft, 'text'>, basis: AnswerBasis): Grounded {
  const sources = basis.calls.map((call): ValueSource => ({ call, schema: findSchema(call, basis.specs) }))
  return groundDraft({ draft: toPlainText(draft.text), sources, userWords: basis.userWords, asOf: basis.asOf })
}

/** Lines about words of the message that no tool was asked about. */
const LEFT_OUT = /^Not (?:used|answered): /u

const findSchema = (call: Call, specs: readonly ToolSpec[]) =>
  isToolError(call.result) ? null : (specs.find(({ name }) => name === call.name)?.result ?? null)

const isOfWords = ({ name }: Call) => name === 'app_help' || name === 'explain_concept'
const listFailure = (call: Call) => (isToolError(call.result) && !isOfWords(call) ? [call.result] : [])

/**
 * Builds the text that the user sees. If every call failed, the text consists of the failure messages and of what the
 * draft names as left out.
 */
export function composeAnswer(grounded: Grounded, basis: AnswerBasis): Composed {
  const failures = basis.calls.flatMap(({ result }) => (isToolError(result) ? [result] : []))
  const figures = Array.from({ length: grounded.withheld }, () => 'figure' as const)
  if (failures.length > 0 && failures.length === basis.calls.length) {
    const messages = [...new Set(failures.map(({ message }) => displayText(message)))]
    const suggestions = failures.flatMap((failure) => failure.suggestions.map(displayText)).slice(0, 3)
    const notes = grounded.text.split('\n').filter((line) => LEFT_OUT.test(line))
    const text = [...notes, ...messages, ...suggestions.map((suggestion) => `- ${suggestion}`)].join('\n')
    return { text: toPlainText(text), grounded, rejections: figures }
  }
  const { text, claims } = withoutClaims(toPlainText(grounded.text))
  const empty = basis.calls.length > failures.length ? ONLY_DATA : NOTHING_LEFT
  const notices = [
    ...(grounded.withheld === 0 ? [] : [grounded.withheld === 1 ? ONE_WITHHELD : SOME_WITHHELD]),
    ...(claims.length === 0 ? [] : [CLAIM_WITHHELD]),
    // Leave out failures that the draft already mentions, and missing entries: an answer with figures is whole without.
    ...[...new Set(basis.calls.flatMap(listFailure).map(({ message }) => toPlainText(displayText(message))))].filter(
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
export function recentHistory(history: readonly HistoryTurn[]): readonly HistoryTurn[] {
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

/** The time of the market figures, for an answer without a card that shows it. */
export function describeTime(calls: readonly Call[]): string | null {
  const stamped = calls.flatMap(({ result }) => (isToolError(result) || result.as_of === null ? [] : [result]))
  const [oldest] = stamped.toSorted((a, b) => ((a.as_of ?? '') < (b.as_of ?? '') ? -1 : 1))
  if (oldest?.as_of == null) return null
  const delay = Math.max(...stamped.map(({ delay_minutes }) => delay_minutes ?? 0))
  return `As of ${displayText(new Date(oldest.as_of).toISOString())}${delay > 0 ? `, delayed ${delay} minutes` : ''}.`
}
