import Type, { type Static, type TSchema } from 'typebox'
import { ChatMetadata, Grounding } from './coach-cards.ts'
import {
  Instant,
  NullableInteger,
  NullableNumber,
  NullableString,
  nullable,
  request,
  StatusSuccess,
  StockSymbol,
  UserParams,
} from './primitives.ts'
import { problems } from './problem.ts'

export const MAX_CHAT_MESSAGE = 2_000

/** Page from which the user sends the message. "This stock" means the stock on that page (D36). */
export const ChatPage = request({
  path: Type.String({ minLength: 1, maxLength: 300 }),
  symbol: Type.Optional(StockSymbol),
})
export type ChatPage = Static<typeof ChatPage>

const MAX_SLOTS = 40
const SlotText = Type.String({ maxLength: 200 })
const SlotValues = Type.Array(request({ slot: Type.String({ minLength: 1, maxLength: 30 }), value: SlotText }), {
  maxItems: MAX_SLOTS,
})

/** One thing that the coach understood. `value` is empty if the message did not say; `choices` lists what it can be. */
export const UnderstoodChip = Type.Object({
  slot: Type.String(),
  label: Type.String(),
  value: Type.String(),
  choices: Type.Array(Type.String()),
})
export type UnderstoodChip = Static<typeof UnderstoodChip>

/** Another reading of the same message, ready to be sent back as a correction. */
export const UnderstoodOption = Type.Object({
  label: Type.String(),
  reading: Type.String(),
  slots: Type.Array(Type.Object({ slot: Type.String(), value: Type.String() })),
})
export type UnderstoodOption = Static<typeof UnderstoodOption>

/** The coach's reading of a question. The user can change any of it and have the answer computed again. */
export const Understood = Type.Object({
  reading: Type.String(),
  label: Type.String({ description: 'The reading in words' }),
  chips: Type.Array(UnderstoodChip),
  missed: Type.Array(Type.String(), { description: 'Parts of the message that the answer does not use' }),
  carried: Type.Boolean({ description: 'The stock comes from the question before' }),
  options: Type.Array(UnderstoodOption, { description: 'Offered as buttons' }),
})
export type Understood = Static<typeof Understood>

/** The same message with another reading or other values. Replaces the answer that it corrects, if it names one. */
export const ChatCorrection = request({
  reading: Type.String({ minLength: 1, maxLength: 30 }),
  slots: SlotValues,
  answer_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
})
export type ChatCorrection = Static<typeof ChatCorrection>

export const ChatRequest = request({
  message: Type.String({ minLength: 1, maxLength: MAX_CHAT_MESSAGE, pattern: '\\S' }),
  page: Type.Optional(ChatPage),
  correction: Type.Optional(ChatCorrection),
  /** The message was prefilled by a link. */
  from_link: Type.Optional(Type.Boolean()),
  /** The user agreed that their positions may be sent to the engine that `coach.status` names (D34). */
  share_positions: Type.Optional(Type.Boolean()),
})
export type ChatRequest = Static<typeof ChatRequest>

/** One tool call, shown under "How I got this". */
export const ChatSource = Type.Object({
  call: Type.String({ description: 'r1, r2, … in the order of the calls' }),
  tool: Type.String(),
  args: Type.Record(Type.String(), Type.Unknown()),
  outcome: Type.String({ description: 'ok, or the error code' }),
  rows: NullableInteger,
  as_of: nullable(Instant),
  delay_minutes: NullableNumber,
  source: NullableString,
  /** Time of the call on the turn's clock. */
  asked_at: Instant,
})
export type ChatSource = Static<typeof ChatSource>

export const engineNames = ['openai', 'compatible', 'offline'] as const
export const EngineName = Type.Enum(engineNames)

/** Footer of the coach page; the server writes its text. */
export const EngineFooter = Type.Object({
  engine: EngineName,
  model: Type.String(),
  /** True if a preferred engine exists but failed or is not allowed right now. */
  fallback: Type.Boolean(),
  text: Type.String(),
})
export type EngineFooter = Static<typeof EngineFooter>

const answerParts = {
  metadata: nullable(ChatMetadata),
  sources: Type.Array(ChatSource),
  grounding: nullable(Grounding),
  engine: nullable(EngineFooter),
  understood: nullable(Understood),
}

export const ChatAnswer = Type.Object({
  status: StatusSuccess,
  id: Type.String(),
  timestamp: Instant,
  response: Type.String(),
  ...answerParts,
  /** Usage billed by the model provider; all 0 if no model was called. */
  usage: Type.Object({ model_turns: Type.Integer(), input_tokens: Type.Integer(), output_tokens: Type.Integer() }),
})
export type ChatAnswer = Static<typeof ChatAnswer>

/** A chat message (SPEC), as stored on the server. */
export const ChatMessage = Type.Object({
  id: Type.String(),
  role: Type.Enum(['user', 'assistant']),
  content: Type.String(),
  timestamp: Instant,
  from_link: Type.Boolean(),
  ...answerParts,
})
export type ChatMessage = Static<typeof ChatMessage>

/**
 * Events of a streamed answer. `text` holds complete sentences that passed the grounding check. `done` holds the full
 * answer, the same as the response to a request without streaming.
 */
export const ChatStatusEvent = Type.Object({ text: Type.String() })
export const ChatToolStartEvent = Type.Object({ call: Type.String(), tool: Type.String() })
export const ChatToolEndEvent = Type.Object({ call: Type.String(), tool: Type.String(), outcome: Type.String() })
export const ChatTextEvent = Type.Object({ text: Type.String() })
export const ChatErrorEvent = Type.Object({ code: Type.String(), detail: Type.String(), status: Type.Integer() })
export const chatStreamEvents = ['status', 'tool_start', 'tool_end', 'metadata', 'text', 'done', 'error'] as const

const chatEvents = {
  status: ChatStatusEvent,
  tool_start: ChatToolStartEvent,
  tool_end: ChatToolEndEvent,
  metadata: ChatMetadata,
  text: ChatTextEvent,
  done: ChatAnswer,
  error: ChatErrorEvent,
} satisfies Record<(typeof chatStreamEvents)[number], TSchema>

export const CoachStatus = Type.Object({
  status: StatusSuccess,
  ...EngineFooter.properties,
  data_source: NullableString,
  delay_minutes: NullableNumber,
  /** The third party that receives messages and positions; null if no data leaves this installation. */
  recipient: NullableString,
  /** `ask`: the user must agree (`share_positions`). `local`: positions stay on this server. `never`: the tools are disabled. */
  positions: Type.Enum(['local', 'ask', 'never']),
  limits: Type.Object({
    message_length: Type.Integer(),
    messages_per_5_minutes: Type.Integer(),
    messages_per_day: Type.Integer(),
  }),
  welcome: Type.String(),
  disclaimer: Type.String(),
})
export type CoachStatus = Static<typeof CoachStatus>

/** Data that the coach stores for one user, for export: the conversation, oldest message first. */
export const CoachUserData = Type.Object({ messages: Type.Array(ChatMessage) })
export type CoachUserData = Static<typeof CoachUserData>

export const coachSchemas = {
  /** With `Accept: text/event-stream` the response is a stream of `chatStreamEvents`. */
  'coach.chat': {
    body: ChatRequest,
    responseTypes: ['application/json', 'text/event-stream'],
    events: chatEvents,
    responses: { 200: ChatAnswer, ...problems(400, 401, 429, 503, 504) },
  },
  'coach.status': { responses: { 200: CoachStatus, ...problems(401, 503) } },
  'coach.listHistory': {
    responses: {
      200: Type.Object({ status: StatusSuccess, messages: Type.Array(ChatMessage) }),
      ...problems(401, 503),
    },
  },
  'coach.clearHistory': {
    responses: { 200: Type.Object({ status: StatusSuccess, messages: Type.Integer() }), ...problems(401, 503) },
  },
  'coach.erase': {
    params: UserParams,
    responses: { 200: Type.Object({ status: StatusSuccess }), ...problems(400, 401, 403, 503) },
  },
  'coach.exportUser': {
    params: UserParams,
    responses: {
      200: Type.Object({ status: StatusSuccess, kept: CoachUserData }),
      ...problems(400, 401, 403, 503),
    },
  },
} as const
