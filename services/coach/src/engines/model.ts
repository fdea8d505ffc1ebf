import type { ToolSpec, Usage } from '../turn/types.ts'

export interface ModelCall {
  readonly id: string
  readonly name: string
  /** The JSON exactly as the model wrote it. */
  readonly args: string
}

export interface ModelReply {
  readonly text: string
  readonly calls: readonly ModelCall[]
  readonly isRefusal: boolean
  readonly usage: Usage
}

export type ModelInput =
  | { readonly kind: 'message'; readonly role: 'user' | 'assistant'; readonly text: string }
  | { readonly kind: 'output'; readonly id: string; readonly text: string }

export interface ModelRequest {
  readonly signal: AbortSignal
  /** False in the last turn, which must return text. */
  readonly mayCall: boolean
}

/** One conversation with a model. The session keeps the history, because the provider stores none. */
export interface ModelSession {
  send(inputs: readonly ModelInput[], request: ModelRequest): Promise<ModelReply>
}

export interface SessionTerms {
  readonly instructions: string
  readonly tools: readonly ToolSpec[]
  readonly safetyIdentifier: string
}

/** Adapter for a model provider's API. Throws the provider's errors unchanged. */
export interface Model {
  readonly engine: 'openai' | 'compatible'
  readonly name: string
  open(terms: SessionTerms): ModelSession
}

export const MAX_OUTPUT_TOKENS = 800
