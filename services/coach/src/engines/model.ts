import type { ToolSpec, Usage } from '../turn/types.ts'

export interface ModelCall {
  readonly id: string
  readonly name: string
  /** JSON as the model wrote it. */
  readonly args: string
}

export interface ModelReply {
  readonly text: string
  readonly calls: readonly ModelCall[]
  readonly isRefusal: boolean
  readonly usage: Usage
}

/** What is said to a model next: a message, or what its calls came to. */
export type ModelInput =
  | { readonly kind: 'message'; readonly role: 'user' | 'assistant'; readonly text: string }
  | { readonly kind: 'output'; readonly id: string; readonly text: string }

export interface ModelRequest {
  readonly signal: AbortSignal
  /** False for the last turn, in which nothing but text helps. */
  readonly mayCall: boolean
}

/** One conversation with a model; it keeps its own history, since the provider stores none. */
export interface ModelSession {
  send(inputs: readonly ModelInput[], request: ModelRequest): Promise<ModelReply>
}

export interface SessionTerms {
  readonly instructions: string
  readonly tools: readonly ToolSpec[]
  readonly safetyIdentifier: string
}

/** How a provider is spoken to. Throws the provider's own errors. */
export interface Model {
  readonly engine: 'openai' | 'compatible'
  readonly name: string
  open(terms: SessionTerms): ModelSession
}

export const MAX_OUTPUT_TOKENS = 800
