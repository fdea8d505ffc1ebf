import type { ChatAnswer, ChatMessage, ChatMetadata, ChatRequest, CoachStatus } from '@callwright/contracts'
import { expect } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { type FakeNetwork, reply } from './fake-network.ts'
import { screen, within } from './queries.ts'
import { createHealthyNetwork, renderApp } from './render-app.tsx'

export const AT = '2026-07-10T20:05:00Z'

export const offlineFooter = {
  engine: 'offline',
  model: 'rules',
  fallback: false,
  text: 'Offline coach: built-in rules, no AI model · Recorded market of July 10, 2026',
} as const

export const buildCoachStatus = (changes: Partial<CoachStatus> = {}): CoachStatus => ({
  status: 'success',
  ...offlineFooter,
  data_source: 'Recorded market',
  delay_minutes: null,
  recipient: null,
  positions: 'local',
  limits: { message_length: 2_000, messages_per_5_minutes: 20, messages_per_day: 200 },
  welcome: 'Welcome to your trading coach. I can help you to\n- find covered call opportunities',
  disclaimer: 'Figures are information, not advice.',
  ...changes,
})

let lastId = 0

export function buildAnswer(response: string, changes: Partial<ChatAnswer> = {}): ChatAnswer {
  lastId += 1
  return {
    status: 'success',
    id: `answer-${lastId}`,
    timestamp: AT,
    response,
    metadata: null,
    sources: [],
    grounding: null,
    engine: offlineFooter,
    understood: null,
    usage: { model_turns: 0, input_tokens: 0, output_tokens: 0 },
    ...changes,
  }
}

export const buildMessage = (changes: Partial<ChatMessage> = {}): ChatMessage => ({
  id: 'message-1',
  role: 'user',
  content: 'What is delta?',
  timestamp: AT,
  from_link: false,
  metadata: null,
  sources: [],
  grounding: null,
  engine: null,
  understood: null,
  ...changes,
})

type Body<T extends ChatMetadata['type']> = Pick<Extract<ChatMetadata, { type: T }>, 'type' | 'content'>

/** A card with a body and nothing else. */
export const buildCard = <T extends ChatMetadata['type']>(body: Body<T>, changes: Partial<ChatMetadata> = {}) =>
  ({
    as_of: AT,
    delay_minutes: null,
    source: 'Recorded market',
    warnings: [],
    links: [],
    actions: [],
    grounding: { checked: 0, unmatched: 0, withheld: 0 },
    ...body,
    ...changes,
  }) as ChatMetadata

/** An answer that is streamed as the test decides. */
export interface AnswerStream {
  readonly body: ChatRequest
  readonly headers: Headers
  readonly signal: AbortSignal
  readonly tell: (name: string, data: unknown) => void
  /** Sends the complete answer and ends the stream. */
  readonly finish: (answer: ChatAnswer) => void
  readonly end: () => void
}

/** A fake coach. Each question opens a stream, and the test decides what it answers. */
export function createCoachServer(network: FakeNetwork = createHealthyNetwork()) {
  const streams: AnswerStream[] = []
  network.answer('coach.status', () => reply('coach.status', buildCoachStatus()))
  network.answer('coach.listHistory', () => reply('coach.listHistory', { status: 'success', messages: [] }))
  network.answer('coach.clearHistory', () => reply('coach.clearHistory', { status: 'success', messages: 2 }))
  network.answer('coach.chat', ({ body, headers, signal }) => {
    const encode = (text: string) => new TextEncoder().encode(text)
    return new Response(
      new ReadableStream<Uint8Array>({
        start(stream) {
          const tell = (name: string, data: unknown) =>
            stream.enqueue(encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`))
          const end = () => stream.close()
          const finish = (answer: ChatAnswer) => {
            tell('done', answer)
            end()
          }
          signal.addEventListener('abort', () => stream.error(new DOMException('', 'AbortError')))
          streams.push({ body: body as ChatRequest, headers, signal, tell, finish, end })
        },
      }),
      { headers: { 'content-type': 'text/event-stream' } },
    )
  })
  return { network, streams }
}

/** Queries that all tests of the coach page use. */
export const coachParts = {
  field: () => screen.getByRole('textbox', { name: 'Message' }),
  send: () => screen.getByRole('button', { name: 'Send' }),
  log: () => within(screen.getByRole('log', { name: 'Conversation' })),
}

/** Opens the app on the coach page. Timers are not sped up. */
export async function openCoach(url = '/ai-coach', server = createCoachServer()) {
  const app = renderApp(url, { network: server.network, speedUp: 1 })
  await screen.findByRole('log')
  const nextStream = async (count = 1) => {
    await waitFor(() => expect(server.streams).toHaveLength(count))
    const stream = server.streams.at(-1)
    if (stream === undefined) throw new Error('No question was asked')
    return stream
  }
  return { ...app, streams: server.streams, nextStream }
}

/** Types a question into the page and sends it. */
export async function askInPage(app: Awaited<ReturnType<typeof openCoach>>, question = 'What is delta?') {
  const before = app.streams.length
  await app.user.click(coachParts.field())
  await app.user.paste(question)
  await app.user.keyboard('{Enter}')
  return app.nextStream(before + 1)
}
