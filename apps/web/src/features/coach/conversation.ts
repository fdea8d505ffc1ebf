import type { ChatCorrection } from '@callwright/contracts'
import type { CoachMessage } from '../../api/coach.ts'
import { readLastUrl } from '../../shared/last-visited.ts'
import { readSymbol } from '../../shared/paths.ts'
import { isPersonalTool } from './amount-mask.tsx'

export interface Question {
  readonly text: string
  readonly isFromLink: boolean
  /** The user's own reading of the question, which replaces the answer that it names. */
  readonly correction?: ChatCorrection
}

/** Why a question has no complete answer, and the question that Retry asks again. */
interface Trouble {
  readonly kind: 'failed' | 'stopped'
  readonly question: Question
  /** Details shown below the apology. */
  readonly reasons: readonly string[]
}

export interface ShownMessage extends CoachMessage {
  /** Whether the answer uses the user's own data. */
  readonly isPersonal: boolean
  readonly trouble: Trouble | null
}

/** Answer in progress. */
export interface Pending {
  readonly question: Question
  readonly doing: string
  readonly text: string
  /** Whether the user's own data has been read for this answer so far. */
  readonly isPersonal: boolean
}

interface Conversation {
  readonly messages: readonly ShownMessage[]
  readonly pending: Pending | null
  readonly wasCleared: boolean
}

type ConversationEvent =
  | { readonly kind: 'loaded'; readonly messages: readonly CoachMessage[] }
  | { readonly kind: 'asked'; readonly message: CoachMessage; readonly question: Question; readonly doing: string }
  | { readonly kind: 'doing'; readonly doing: string; readonly tool: string | null }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'answered'; readonly message: CoachMessage }
  | { readonly kind: 'unanswered'; readonly message: CoachMessage; readonly trouble: Trouble }
  | { readonly kind: 'cleared'; readonly message: CoachMessage }

export const emptyConversation: Conversation = { messages: [], pending: null, wasCleared: false }

const show = (message: CoachMessage, trouble: Trouble | null = null): ShownMessage => ({
  ...message,
  isPersonal: message.sources.some(({ tool }) => isPersonalTool(tool)),
  trouble,
})

export function reduceConversation(state: Conversation, event: ConversationEvent): Conversation {
  const { messages, pending, wasCleared } = state
  switch (event.kind) {
    case 'loaded':
      // Ignore a history response that is older than the pending question or a cleared chat.
      return pending === null && !wasCleared ? { ...state, messages: showStored(event.messages) } : state
    case 'asked':
      return {
        ...state,
        messages: addQuestion(messages, event.question, event.message),
        pending: { question: event.question, doing: event.doing, text: '', isPersonal: false },
      }
    case 'doing':
      return pending === null ? state : { ...state, pending: { ...pending, ...readDoing(pending, event) } }
    case 'text':
      return pending === null ? state : { ...state, pending: { ...pending, text: pending.text + event.text } }
    case 'answered':
      return { ...state, messages: addAnswer(messages, event.message, pending), pending: null }
    case 'unanswered':
      return { ...state, messages: [...messages, showTrouble(event, pending)], pending: null }
    case 'cleared':
      return { messages: [show(event.message)], pending: null, wasCleared: true }
  }
}

type EventOf<T extends ConversationEvent['kind']> = Extract<ConversationEvent, { kind: T }>

const readDoing = ({ isPersonal }: Pending, { doing, tool }: EventOf<'doing'>) => ({
  doing,
  isPersonal: isPersonal || (tool !== null && isPersonalTool(tool)),
})

/** Messages stored on the server. If the last question has no answer, offers to ask it again. */
function showStored(messages: readonly CoachMessage[]): ShownMessage[] {
  const shown = messages.map((message) => show(message))
  const last = shown.at(-1)
  if (last?.role !== 'user') return shown
  const question = { text: last.content, isFromLink: last.isFromLink }
  const unanswered = {
    ...last,
    role: 'assistant',
    content: 'The answer to this question was not saved.',
    timestamp: null,
    isFromLink: false,
  } as const
  return [...shown, show({ ...unanswered, id: `${last.id}-unanswered` }, { kind: 'stopped', question, reasons: [] })]
}

/** Shows why the question has no complete answer. A stopped answer keeps the text received so far. */
function showTrouble({ message, trouble }: EventOf<'unanswered'>, pending: Pending | null): ShownMessage {
  if (trouble.kind !== 'stopped' || pending === null || pending.text === '') return show(message, trouble)
  const stopped = show(message, { ...trouble, reasons: ['Stopped before the answer was complete.'] })
  return { ...stopped, content: pending.text, isPersonal: pending.isPersonal }
}

/** Adds an answer. The answer to a corrected question replaces the answer to the original question. */
function addAnswer(messages: readonly ShownMessage[], message: CoachMessage, pending: Pending | null): ShownMessage[] {
  const replaced = pending?.question.correction?.answer_id
  const isThere = messages.some(({ id }) => id === replaced)
  return isThere ? messages.map((one) => (one.id === replaced ? show(message) : one)) : [...messages, show(message)]
}

/** Adds a question to the conversation. A retry replaces the failed answer; a correction adds no question. */
function addQuestion(messages: readonly ShownMessage[], question: Question, message: CoachMessage): ShownMessage[] {
  const last = messages.at(-1)
  const isSame = last?.trouble?.question === question
  if (!isSame && question.correction !== undefined) return [...messages]
  return isSame ? messages.slice(0, -1) : [...messages, show(message)]
}

/** The page that the user visited last, and the stock shown there. */
interface LastPage {
  readonly path: string
  readonly symbol: string | null
}

/** Returns null if no other page was visited. */
export function readLastPage(): LastPage | null {
  const address = readLastUrl()
  if (address === null || !address.startsWith('/')) return null
  const { pathname, searchParams } = new URL(address, 'http://page')
  return { path: pathname, symbol: readSymbol(searchParams.get('symbol') ?? '') }
}

/** Names of the data that the tools read. */
const toolLabels: Readonly<Record<string, string>> = {
  search_symbols: 'symbol search',
  market_status: 'market hours',
  stock_snapshot: 'stock figures',
  top_covered_call_stocks: 'screener',
  list_expirations: 'expirations',
  find_options: 'options chain',
  compare_strikes: 'options chain',
  put_quotes: 'options chain',
  calc_covered_call: 'covered-call calculation',
  calc_figures: 'calculation',
  analyze_trade: 'options chain',
  portfolio_review: 'your portfolio',
  own_figures: 'your portfolio',
  holding_calls: 'calls on your shares',
  analyze_position: 'your position',
  position_scenario: 'your position',
  screen_calls: 'call screener',
  sector_premiums: 'screener',
  coverable_calls: 'your shares',
  roll_candidates: 'calls to roll into',
  chain_review: 'your ledger',
  income_summary: 'your ledger',
  tax_summary: 'your tax view',
  roll_preview: 'calls to roll into',
  upcoming_events: 'event calendar',
  alert_rules: 'your alerts',
  explain_concept: 'glossary',
  app_help: 'guide to the pages',
}

export const nameTool = (tool: string) => toolLabels[tool] ?? 'data'
