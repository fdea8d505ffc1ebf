import type { CoachMessage } from '../../api/coach-endpoints.ts'

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
  readonly trouble: Trouble | null
}

/** The answer that is being made. */
export interface Pending {
  readonly question: Question
  readonly doing: string
  readonly text: string
}

export interface Conversation {
  readonly messages: readonly ShownMessage[]
  readonly pending: Pending | null
  readonly wasCleared: boolean
}

export type ConversationEvent =
  | { readonly kind: 'loaded'; readonly messages: readonly CoachMessage[] }
  | { readonly kind: 'asked'; readonly message: CoachMessage; readonly question: Question; readonly doing: string }
  | { readonly kind: 'doing'; readonly doing: string }
  | { readonly kind: 'told'; readonly text: string }
  | { readonly kind: 'answered'; readonly message: CoachMessage }
  | { readonly kind: 'troubled'; readonly message: CoachMessage; readonly trouble: Trouble }
  | { readonly kind: 'cleared'; readonly message: CoachMessage }

export const noConversation: Conversation = { messages: [], pending: null, wasCleared: false }

const show = (message: CoachMessage, trouble: Trouble | null = null): ShownMessage => ({ ...message, trouble })

export function follow(state: Conversation, event: ConversationEvent): Conversation {
  const { messages, pending } = state
  switch (event.kind) {
    case 'loaded':
      return pending === null ? { ...state, messages: event.messages.map((message) => show(message)) } : state
    case 'asked':
      return {
        ...state,
        messages: askAnew(messages, event.question, event.message),
        pending: { question: event.question, doing: event.doing, text: '' },
      }
    case 'doing':
      return pending === null ? state : { ...state, pending: { ...pending, doing: event.doing } }
    case 'told':
      return pending === null ? state : { ...state, pending: { ...pending, text: pending.text + event.text } }
    case 'answered':
      return { ...state, messages: [...messages, show(event.message)], pending: null }
    case 'troubled':
      return { ...state, messages: [...messages, show(event.message, event.trouble)], pending: null }
    case 'cleared':
      return { messages: [show(event.message)], pending: null, wasCleared: true }
  }
}

/** A question asked again takes the place of the trouble it ran into. */
function askAnew(messages: readonly ShownMessage[], question: Question, message: CoachMessage): ShownMessage[] {
  const last = messages.at(-1)
  const isSame = last?.trouble?.question === question
  return isSame ? messages.slice(0, -1) : [...messages, show(message)]
}
