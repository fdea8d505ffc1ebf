import type { ChatCorrection, ChatMetadata, ChatPage, engineNames, Grounding, Understood } from '@callwright/contracts'

import type { TObject, TSchema } from 'typebox'

export type { ChatCorrection, Understood } from '@callwright/contracts'

/** No tool writes data. */
export const toolNames = [
  'search_symbols',
  'market_status',
  'stock_snapshot',
  'top_covered_call_stocks',
  'screen_calls',
  'sector_premiums',
  'list_expirations',
  'find_options',
  'compare_strikes',
  'put_quotes',
  'calc_covered_call',
  'calc_figures',
  'analyze_trade',
  'portfolio_review',
  'own_figures',
  'holding_calls',
  'coverable_calls',
  'analyze_position',
  'position_scenario',
  'roll_candidates',
  'chain_review',
  'income_summary',
  'tax_summary',
  'roll_preview',
  'upcoming_events',
  'alert_rules',
  'explain_concept',
  'app_help',
] as const

export type ToolName = (typeof toolNames)[number]

export const eventNames = {
  earnings: 'earnings',
  ex_dividend: 'ex-dividend date',
  expiry: 'expiration',
} as const

export type EventKind = keyof typeof eventNames
export const eventKinds = Object.keys(eventNames) as EventKind[]

/** The owner of the data that tools may read: always the session's user, whatever user a message or model names. */
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

/** A failed call as data, so that the engine can explain it. No advice may be based on it. */
export interface ToolError {
  readonly error: ToolErrorCode
  readonly message: string
  readonly suggestions: readonly string[]
}

interface ToolStamp {
  /** Time of the data in UTC; null if the result uses no market data. */
  readonly as_of: string | null
  readonly delay_minutes: number | null
  readonly source: string | null
  readonly warnings: readonly string[]
}

export type ToolSuccess = ToolStamp & Readonly<Record<string, unknown>>
export type ToolResult = ToolSuccess | ToolError

/** Throws only because of bugs, which are reported as UPSTREAM_TIMEOUT. */
export type Tool = (args: ToolArgs, context: ToolContext) => Promise<ToolResult>

/** Any subset of the tools. Missing tools are neither offered nor run. */
export type ToolRegistry = { readonly [Name in ToolName]?: Tool }

export interface ToolSpec {
  readonly name: ToolName
  readonly description: string
  /** All properties are required. An optional argument is nullable instead. */
  readonly args: TObject
  /** Schema of a successful result. */
  readonly result: TSchema
  /** Whether the tool reads the user's own data (D34): always, never, or only if `symbols` is omitted. */
  readonly isPersonal: boolean | 'unless_symbols'
}

export interface Call {
  /** r1, r2 and so on, in the order of the calls. Placeholders refer to a result by this id. */
  readonly id: string
  readonly name: ToolName
  readonly args: ToolArgs
  readonly result: ToolResult
}

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
  readonly understood?: Understood | null
}

export interface Usage {
  readonly modelTurns: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** The result to show as the card. `clarify` needs no result. The default is the last successful result with a card. */
export type CardChoice =
  | { readonly kind: 'call'; readonly call: string }
  | { readonly kind: 'clarify'; readonly question: string; readonly choices: readonly string[] }
  | { readonly kind: 'none' }

export interface Draft {
  /** Has a placeholder for each figure. `{{r1.rows.0.premium}}` is a path in the result of call r1. */
  readonly text: string
  readonly card: CardChoice | null
  readonly usage: Usage
  /** Asks the model to replace unsupported figures. Null if the engine would only return the same draft. */
  readonly repair: ((figures: readonly string[]) => Promise<Draft>) | null
  /** The engine's reading of the message; undefined if it leaves that to the calls it made. */
  readonly understood?: Understood | null
}

export type TurnEvent =
  | { readonly kind: 'status'; readonly text: string }
  | { readonly kind: 'tool_start'; readonly call: string; readonly tool: string }
  | { readonly kind: 'tool_end'; readonly call: string; readonly tool: string; readonly outcome: string }
  | { readonly kind: 'metadata'; readonly metadata: ChatMetadata }
  | { readonly kind: 'text'; readonly text: string }

/** A call, or the reason for its rejection: unknown tool, invalid arguments, duplicate, or no calls left. */
export type CallOutcome =
  | { readonly made: true; readonly call: Call }
  | { readonly made: false; readonly error: ToolError }

export interface EngineInput {
  readonly message: string
  /** The user's own reading of the message; it wins over the engine's. */
  readonly correction: ChatCorrection | null
  readonly history: readonly HistoryTurn[]
  readonly page: ChatPage | null
  readonly asOf: string
  /** Empty while market-data is unreachable. */
  readonly listed: readonly ListedStock[]
  /** In the order of `toolNames`. */
  readonly tools: readonly ToolSpec[]
  /** Validates, runs and records a call. Never throws, even if a model makes an invalid call. */
  readonly callTool: (name: string, args: unknown) => Promise<CallOutcome>
  readonly signal: AbortSignal
  readonly onEvent: (event: TurnEvent) => void
  /** Receives the usage of each model reply, even one that arrives after an abort. */
  readonly onUsage: (usage: Usage) => void
  /** A hash of the user id: the same for every request of a user, without revealing the id. */
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
  readonly correction?: ChatCorrection | null
  readonly history: readonly HistoryTurn[]
  readonly user: User
  readonly asOf: string
  readonly listed?: readonly ListedStock[]
  readonly page: ChatPage | null
  readonly tools: ToolRegistry
  readonly engine: Engine
  /** Answers if `engine` fails, possibly with different tools. Without a fallback, the failure is thrown. */
  readonly fallback?: { readonly engine: Engine; readonly tools?: ToolRegistry }
  readonly requestId?: string
  readonly signal?: AbortSignal
  readonly onEvent?: (event: TurnEvent) => void
  /** Called whenever usage occurs, even if the turn fails later. */
  readonly onUsage?: (usage: Usage) => void
}

export interface TurnResult {
  readonly text: string
  readonly metadata: ChatMetadata | null
  readonly understood: Understood | null
  readonly calls: readonly Call[]
  readonly usage: Usage
  readonly grounding: Grounding
  readonly engine: Pick<Engine, 'name' | 'model'>
  /** Why the first engine failed; null if it answered. */
  readonly failure: EngineFailureReason | null
  /** One reason for each sentence removed from the draft. */
  readonly rejections: readonly RejectionReason[]
}

export const noUsage: Usage = { modelTurns: 0, inputTokens: 0, outputTokens: 0 }

export function addUsage(a: Usage, b: Usage): Usage {
  return {
    modelTurns: a.modelTurns + b.modelTurns,
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  }
}

/** Thrown by an engine that cannot answer, with the reason and the usage up to that point. */
export class EngineFailure extends Error {
  override readonly name = 'EngineFailure'
  readonly reason: EngineFailureReason
  readonly usage: Usage
  constructor(reason: EngineFailureReason, usage: Usage, cause?: unknown) {
    super(`The engine failed: ${reason}`, { cause })
    this.reason = reason
    this.usage = usage
  }
}
