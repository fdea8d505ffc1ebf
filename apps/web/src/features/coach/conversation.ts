import type { CoachMessage } from '../../api/coach-endpoints.ts'
import { coachWords as words } from './coach-words.ts'
import { isPersonalTool } from './own-amounts.ts'

export interface Question {
  readonly text: string
  readonly isFromLink: boolean
}

/** Why a question has no answer, and the question, so that it can be asked again. */
export interface Trouble {
  readonly kind: 'failed' | 'stopped'
  readonly question: Question
  /** What the reader should know beyond the apology. */
  readonly reasons: readonly string[]
}

export interface ShownMessage extends CoachMessage {
  /** It is made of what is the reader's own. */
  readonly isPersonal: boolean
  readonly trouble: Trouble | null
}

/** The answer that is being made. */
export interface Pending {
  readonly question: Question
  readonly doing: string
  readonly text: string
  /** Something of the reader's own has been read for it. */
  readonly isPersonal: boolean
}

export interface Conversation {
  readonly messages: readonly ShownMessage[]
  readonly pending: Pending | null
  readonly wasCleared: boolean
}

export type ConversationEvent =
  | { readonly kind: 'loaded'; readonly messages: readonly CoachMessage[] }
  | { readonly kind: 'asked'; readonly message: CoachMessage; readonly question: Question; readonly doing: string }
  | { readonly kind: 'doing'; readonly doing: string; readonly tool: string | null }
  | { readonly kind: 'told'; readonly text: string }
  | { readonly kind: 'answered'; readonly message: CoachMessage }
  | { readonly kind: 'troubled'; readonly message: CoachMessage; readonly trouble: Trouble }
  | { readonly kind: 'cleared'; readonly message: CoachMessage }

export const noConversation: Conversation = { messages: [], pending: null, wasCleared: false }

const show = (message: CoachMessage, trouble: Trouble | null = null): ShownMessage => ({
  ...message,
  isPersonal: message.sources.some(({ tool }) => isPersonalTool(tool)),
  trouble,
})

export function follow(state: Conversation, event: ConversationEvent): Conversation {
  const { messages, pending, wasCleared } = state
  switch (event.kind) {
    case 'loaded':
      // What was on its way meanwhile is older than the question, and than a clearing.
      return pending === null && !wasCleared ? { ...state, messages: showKept(event.messages) } : state
    case 'asked':
      return {
        ...state,
        messages: askAnew(messages, event.question, event.message),
        pending: { question: event.question, doing: event.doing, text: '', isPersonal: false },
      }
    case 'doing':
      return pending === null ? state : { ...state, pending: { ...pending, ...readDoing(pending, event) } }
    case 'told':
      return pending === null ? state : { ...state, pending: { ...pending, text: pending.text + event.text } }
    case 'answered':
      return { ...state, messages: [...messages, show(event.message)], pending: null }
    case 'troubled':
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

/** The conversation as the server keeps it. Where a question was left before its answer came, it may be asked again. */
function showKept(messages: readonly CoachMessage[]): ShownMessage[] {
  const shown = messages.map((message) => show(message))
  const last = shown.at(-1)
  if (last?.role !== 'user') return shown
  const question = { text: last.content, isFromLink: last.isFromLink }
  const unanswered = {
    ...last,
    role: 'assistant',
    content: words.unanswered,
    timestamp: null,
    isFromLink: false,
  } as const
  return [...shown, show({ ...unanswered, id: `${last.id}-unanswered` }, { kind: 'stopped', question, reasons: [] })]
}

/** An answer that was stopped keeps what it had told. */
function showTrouble({ message, trouble }: EventOf<'troubled'>, pending: Pending | null): ShownMessage {
  if (trouble.kind !== 'stopped' || pending === null || pending.text === '') return show(message, trouble)
  const stopped = show(message, { ...trouble, reasons: [words.stoppedShort] })
  return { ...stopped, content: pending.text, isPersonal: pending.isPersonal }
}

/** A question asked again takes the place of the trouble it ran into. */
function askAnew(messages: readonly ShownMessage[], question: Question, message: CoachMessage): ShownMessage[] {
  const last = messages.at(-1)
  const isSame = last?.trouble?.question === question
  return isSame ? messages.slice(0, -1) : [...messages, show(message)]
}
