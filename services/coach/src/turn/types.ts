import type { ChatMetadata, ChatPage, engineNames, Grounding } from '@callwright/contracts'
import type { TObject, TSchema } from 'typebox'
import type { ToolName } from './tool-names.ts'

/** Whose data the tools may read: the session's user, never one a message or a model names. */
export interface User {
  readonly userId: string
  readonly sessionId: string
  readonly isDemo: boolean
}

export interface ToolContext {
  readonly user: User
  /** Now, by the market's clock: an instant in UTC, ISO 8601. */
  readonly asOf: string
  readonly signal: AbortSignal
  readonly requestId: string
  readonly page: ChatPage | null
}

export type ToolArgs = Readonly<Record<string, unknown>>

export const toolErrorCodes = ['NOT_FOUND', 'NO_OPTIONS', 'UPSTREAM_TIMEOUT', 'STALE', 'INVALID'] as const
export type ToolErrorCode = (typeof toolErrorCodes)[number]

/** A failed call is data too: the engine explains it and never makes advice of it. */
export interface ToolError {
  readonly error: ToolErrorCode
  readonly message: string
  readonly suggestions: readonly string[]
}

/** What every success says beside its figures. */
export interface ToolStamp {
  /** An instant in UTC; null where the answer rests on no market data. */
  readonly as_of: string | null
  readonly delay_minutes: number | null
  readonly source: string | null
  readonly warnings: readonly string[]
}

export type ToolSuccess = ToolStamp & Readonly<Record<string, unknown>>
export type ToolResult = ToolSuccess | ToolError

/** Throws only for faults of its own; those are answered as UPSTREAM_TIMEOUT. */
export type Tool = (args: ToolArgs, context: ToolContext) => Promise<ToolResult>

/** Any subset of the tools: what is not in it is neither offered nor run. */
export type ToolRegistry = { readonly [Name in ToolName]?: Tool }

/** What an engine is told of a tool, and what its arguments and results are checked by. */
export interface ToolSpec {
  readonly name: ToolName
  readonly description: string
  /** Every property is required, and nullable where it may be left open. */
  readonly args: TObject
  /** Of a success. */
  readonly result: TSchema
  /** Whether it reads what the user owns (D34): always, never, or only where no symbols are named. */
  readonly isPersonal: boolean | 'unless_symbols'
}

export interface Call {
  /** r1, r2, … in the order they were made: what placeholders name. */
  readonly id: string
  readonly name: ToolName
  readonly args: ToolArgs
  readonly result: ToolResult
}

/** A stock of the market's own list. */
export interface ListedStock {
  readonly symbol: string
  readonly name: string
}

export interface HistoryTurn {
  readonly role: 'user' | 'assistant'
  readonly content: string
  readonly metadata?: ChatMetadata | null
  /** What the assistant asked for that answer. */
  readonly calls?: readonly Pick<Call, 'name' | 'args'>[]
}

export interface Usage {
  readonly modelTurns: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Which result becomes the card; `clarify` needs no result. Without a choice it is the last success that has a card. */
export type CardChoice =
  | { readonly kind: 'call'; readonly call: string }
  | { readonly kind: 'clarify'; readonly question: string; readonly choices: readonly string[] }
  | { readonly kind: 'none' }

export interface Draft {
  /** Figures as placeholders, `{{r1.rows.0.premium}}`: the path within the result of call r1. */
  readonly text: string
  readonly card: CardChoice | null
  readonly usage: Usage
  /** One more turn of the model, told which figures nothing supports; null for an engine that would say the same again. */
  readonly repair: ((figures: readonly string[]) => Promise<Draft>) | null
}

export type TurnEvent =
  | { readonly kind: 'status'; readonly text: string }
  | { readonly kind: 'tool_start'; readonly call: string; readonly tool: string }
  | { readonly kind: 'tool_end'; readonly call: string; readonly tool: string; readonly outcome: string }
  | { readonly kind: 'metadata'; readonly metadata: ChatMetadata }
  | { readonly kind: 'text'; readonly text: string }

/** A call that was made, or why it was not: unknown tool, arguments off the schema, an identical call, no calls left. */
export type CallOutcome =
  | { readonly made: true; readonly call: Call }
  | { readonly made: false; readonly error: ToolError }

export interface EngineInput {
  readonly message: string
  readonly history: readonly HistoryTurn[]
  readonly page: ChatPage | null
  readonly asOf: string
  /** The stocks of the market; none while it does not answer. */
  readonly listed: readonly ListedStock[]
  /** Those of the registry, in the order of `toolNames`. */
  readonly tools: readonly ToolSpec[]
  /** Checks, runs and records; never throws for what a model asked wrongly. */
  readonly callTool: (name: string, args: unknown) => Promise<CallOutcome>
  readonly signal: AbortSignal
  readonly onEvent: (event: TurnEvent) => void
  /** Hears of each reply of a model what it cost, also of one that nobody waits for any more. */
  readonly onUsage: (usage: Usage) => void
  /** The same for the same user, and telling nobody who that is. */
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

/** Throws `EngineFailure` where it cannot answer. */
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
  /** Asked where `engine` fails, with tools of its own if it has some; without it the failure is thrown. */
  readonly fallback?: { readonly engine: Engine; readonly tools?: ToolRegistry }
  readonly requestId?: string
  readonly signal?: AbortSignal
  readonly onEvent?: (event: TurnEvent) => void
  /** Hears what the turn costs as it does, whatever becomes of it. */
  readonly onUsage?: (usage: Usage) => void
}

export interface TurnResult {
  readonly text: string
  readonly metadata: ChatMetadata | null
  readonly calls: readonly Call[]
  readonly usage: Usage
  readonly grounding: Grounding
  /** Who answered in the end. */
  readonly engine: Pick<Engine, 'name' | 'model'>
  /** Why another engine was asked first and did not answer; null where it was not so. */
  readonly failure: EngineFailureReason | null
  /** Why sentences of the draft were left out, one for each. */
  readonly rejections: readonly RejectionReason[]
}
