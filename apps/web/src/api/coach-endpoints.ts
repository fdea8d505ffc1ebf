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

/** One message in the conversation with the coach. */
export interface CoachMessage {
  readonly id: string
  readonly role: 'user' | 'assistant'
  readonly content: string
  /** ISO time; null if the message was never sent. */
  readonly timestamp: string | null
  /** True if the question came from a link. */
  readonly isFromLink: boolean
  /** Data shown beside the answer. */
  readonly dataReturned: ChatMetadata | null
  readonly sources: readonly ChatSource[]
  /** Which engine answered; null for a question. */
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
      // The page keeps and changes its own copy of the history. A cached response could bring back outdated or deleted
      // messages.
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
