import type { ChatMetadata, ChatPage, engineNames, Grounding } from '@callwright/contracts'
import type { TObject, TSchema } from 'typebox'
import type { ToolName } from './tool-names.ts'

/** Owner of the data that tools may read: the session's user, never a user named by a message or a model. */
export interface User {
  readonly userId: string
  readonly sessionId: string
  readonly isDemo: boolean
}

export interface ToolContext {
  readonly user: User
  /** Current time on the market's clock: ISO 8601, UTC. */
  readonly asOf: string
  readonly signal: AbortSignal
  readonly requestId: string
  readonly page: ChatPage | null
}

export type ToolArgs = Readonly<Record<string, unknown>>

export const toolErrorCodes = ['NOT_FOUND', 'NO_OPTIONS', 'UPSTREAM_TIMEOUT', 'STALE', 'INVALID'] as const
export type ToolErrorCode = (typeof toolErrorCodes)[number]

/** A failed call, returned as data: the engine explains it and bases no advice on it. */
export interface ToolError {
  readonly error: ToolErrorCode
  readonly message: string
  readonly suggestions: readonly string[]
}

/** Metadata of every successful result. */
export interface ToolStamp {
  /** UTC time of the data; null if the result uses no market data. */
  readonly as_of: string | null
  readonly delay_minutes: number | null
  readonly source: string | null
  readonly warnings: readonly string[]
}

export type ToolSuccess = ToolStamp & Readonly<Record<string, unknown>>
export type ToolResult = ToolSuccess | ToolError

/** Throws only on bugs, which are reported as UPSTREAM_TIMEOUT. */
export type Tool = (args: ToolArgs, context: ToolContext) => Promise<ToolResult>

/** Any subset of the tools. Missing tools are neither offered nor run. */
export type ToolRegistry = { readonly [Name in ToolName]?: Tool }

/** Description of a tool for engines, with the schemas of its arguments and result. */
export interface ToolSpec {
  readonly name: ToolName
  readonly description: string
  /** Every property is required; optional arguments are nullable. */
  readonly args: TObject
  /** Schema of a successful result. */
  readonly result: TSchema
  /** Whether it reads the user's own data (D34): always, never, or only without `symbols`. */
  readonly isPersonal: boolean | 'unless_symbols'
}

export interface Call {
  /** r1, r2, … in call order; placeholders refer to it. */
  readonly id: string
  readonly name: ToolName
  readonly args: ToolArgs
  readonly result: ToolResult
}

/** A stock that the market lists. */
export interface ListedStock {
  readonly symbol: string
  readonly name: string
}

export interface HistoryTurn {
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly metadata?: ChatMetadata | null
  /** Tool calls behind an assistant's answer. */
  readonly calls?: readonly Pick<Call, 'name' | 'args'>[]
}

export interface Usage {
  readonly modelTurns: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Which result becomes the card; `clarify` needs no result. The default is the last successful result that has a card. */
export type CardChoice =
  | { readonly kind: 'call'; readonly call: string }
  | { readonly kind: 'clarify'; readonly question: string; readonly choices: readonly string[] }
  | { readonly kind: 'none' }

export interface Draft {
  /** Text with figures as placeholders: `{{r1.rows.0.premium}}` is a path within the result of call r1. */
  readonly text: string
  readonly card: CardChoice | null
  readonly usage: Usage
  /** Asks the model to replace unsupported figures; null for an engine that would return the same draft. */
  readonly repair: ((figures: readonly string[]) => Promise<Draft>) | null
}

export type TurnEvent =
  | { readonly kind: 'status'; readonly text: string }
  | { readonly kind: 'tool_start'; readonly call: string; readonly tool: string }
  | { readonly kind: 'tool_end'; readonly call: string; readonly tool: string; readonly outcome: string }
  | { readonly kind: 'metadata'; readonly metadata: ChatMetadata }
  | { readonly kind: 'text'; readonly text: string }

/** A call, or the reason it was rejected: unknown tool, invalid arguments, duplicate call, no calls left. */
export type CallOutcome =
  | { readonly made: true; readonly call: Call }
  | { readonly made: false; readonly error: ToolError }

export interface EngineInput {
  readonly message: string
  readonly history: readonly HistoryTurn[]
  readonly page: ChatPage | null
  readonly asOf: string
  /** Stocks listed by the market; empty while market-data is unreachable. */
  readonly listed: readonly ListedStock[]
  /** Tools of the registry, in the order of `toolNames`. */
  readonly tools: readonly ToolSpec[]
  /** Validates, runs and records a call. Never throws, even if a model's call is invalid. */
  readonly callTool: (name: string, args: unknown) => Promise<CallOutcome>
  readonly signal: AbortSignal
  readonly onEvent: (event: TurnEvent) => void
  /** Called with the usage of each model reply, including replies that arrive after an abort. */
  readonly onUsage: (usage: Usage) => void
  /** Stable pseudonym of the user: a hash that does not reveal the user id. */
  readonly safetyIdentifier: string
}

export type EngineFailureReason =
  | 'unauthorized'
  | 'rate_limited'
  | 'timeout'
  | 'unavailable'
  | 'unreadable'
  | 'refused'
  | 'endless'

export type RejectionReason = 'figure' | 'promise' | 'forecast' | 'order' | 'advice'

/** Throws `EngineFailure` if it cannot answer. */
export interface Engine {
  readonly name: (typeof engineNames)[number]
  readonly model: string
  run(input: EngineInput): Promise<Draft>
}

export interface TurnInput {
  readonly message: string
  readonly history: readonly HistoryTurn[]
  readonly user: User
  readonly asOf: string
  readonly listed?: readonly ListedStock[]
  readonly page: ChatPage | null
  readonly tools: ToolRegistry
  readonly engine: Engine
  /** Answers if `engine` fails, with its own tools if given. Without a fallback, the failure is thrown. */
  readonly fallback?: { readonly engine: Engine; readonly tools?: ToolRegistry }
  readonly requestId?: string
  readonly signal?: AbortSignal
  readonly onEvent?: (event: TurnEvent) => void
  /** Called with usage as it occurs, even if the turn fails later. */
  readonly onUsage?: (usage: Usage) => void
}

export interface TurnResult {
  readonly text: string
  readonly metadata: ChatMetadata | null
  readonly calls: readonly Call[]
  readonly usage: Usage
  readonly grounding: Grounding
  /** The engine that answered. */
  readonly engine: Pick<Engine, 'name' | 'model'>
  /** Why the first engine failed; null if it answered. */
  readonly failure: EngineFailureReason | null
  /** One reason for each sentence removed from the draft. */
  readonly rejections: readonly RejectionReason[]
}
