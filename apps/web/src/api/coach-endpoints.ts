import type {
  ChatAnswer,
  ChatMessage,
  ChatMetadata,
  ChatSource,
  CoachStatus,
  EngineFooter,
} from '@callwright/contracts'
import { api } from './api.ts'
import { request } from './request.ts'

/** One message of the conversation with the coach. */
export interface CoachMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly content: string
  /** An instant; null of what was never sent. */
  readonly timestamp: string | null
  /** The question came with an address. */
  readonly isFromLink: boolean
  /** What stands beside the text of an answer. */
  readonly dataReturned: ChatMetadata | null
  readonly sources: readonly ChatSource[]
  /** Who answered; null of a question. */
  readonly engine: EngineFooter | null
}

export const coachApi = api.injectEndpoints({
  endpoints: (build) => ({
    coachStatus: build.query<CoachStatus, void>({
      query: () => request('coach.status'),
    }),
    coachHistory: build.query<readonly CoachMessage[], void>({
      query: () => request('coach.listHistory'),
      transformResponse: ({ messages }: { readonly messages: readonly ChatMessage[] }) => messages.map(readMessage),
      // The page has gone on from what it loaded: who comes back must not see that again, nor what they cleared.
      keepUnusedDataFor: 0,
    }),
    clearCoachHistory: build.mutation<null, void>({
      query: () => request('coach.clearHistory'),
      transformResponse: () => null,
    }),
  }),
})

function readMessage(wire: ChatMessage): CoachMessage {
  const { id, role, content, timestamp, from_link: isFromLink, metadata: dataReturned, sources, engine } = wire
  return { id, role, content, timestamp, isFromLink, dataReturned, sources, engine }
}

export function readAnswer(wire: ChatAnswer): CoachMessage {
  const { id, response: content, timestamp, metadata: dataReturned, sources, engine } = wire
  return { id, role: 'assistant', content, timestamp, isFromLink: false, dataReturned, sources, engine }
}

export const { useClearCoachHistoryMutation, useCoachHistoryQuery, useCoachStatusQuery } = coachApi
