import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError, APIUserAbortError } from 'openai'
import { EngineFailure, type EngineFailureReason, type ToolSpec, type Usage } from '../turn/types.ts'

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

interface ModelRequest {
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

/** By default, the openai package waits ten minutes and retries twice (T12). */
export const REQUEST_TIMEOUT_MS = 25_000
const MAX_RETRIES = 1
/** The openai package sends its retry count in this header. */
const RETRY_HEADER = 'x-stainless-retry-count'
const MAX_ANSWER_BYTES = 512 * 1_024

export interface ProviderSettings {
  readonly apiKey: string
  readonly baseUrl: string
  readonly model: string
  readonly onRetry?: () => void
}

/** Opens the openai client with our timeouts, without logging, and with a size limit on responses. */
export function openClient({
  apiKey,
  baseUrl,
  onRetry,
}: Pick<ProviderSettings, 'apiKey' | 'baseUrl' | 'onRetry'>): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    timeout: REQUEST_TIMEOUT_MS,
    maxRetries: MAX_RETRIES,
    logLevel: 'off',
    organization: null,
    project: null,
    fetch: (input, init) => {
      if (Number(new Headers(init?.headers).get(RETRY_HEADER)) > 0) onRetry?.()
      return fetchBounded(input, init)
    },
  })
}

/** Limits the size of the response. Redirects are errors, so that the key never reaches another host. */
async function fetchBounded(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  let left = MAX_ANSWER_BYTES
  const bounded = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength
        if (left < 0) controller.error(new UnreadableAnswer('The response is too long'))
        else controller.enqueue(chunk)
      },
    }),
  )
  return new Response(bounded ?? null, {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  })
}

/** Response that cannot be parsed: not JSON, the wrong shape, or too long. */
export class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer'
}

/** Converts a provider's error to an engine failure. Rethrows our own bugs. */
export function toEngineFailure(error: unknown, usage: Usage, timedOut: boolean): EngineFailure {
  if (error instanceof EngineFailure) return error
  const reason = timedOut ? 'timeout' : readReason(error)
  if (reason === null) throw error
  return new EngineFailure(reason, usage, error)
}

function readReason(error: unknown): EngineFailureReason | null {
  if (error instanceof UnreadableAnswer || error instanceof SyntaxError) return 'unreadable'
  if (error instanceof APIConnectionTimeoutError) return 'timeout'
  if (error instanceof APIConnectionError) return causedByUnreadable(error) ? 'unreadable' : 'unavailable'
  if (error instanceof APIUserAbortError) return 'timeout'
  if (error instanceof APIError) return readStatus(error.status)
  // The package and our parsing throw a TypeError for a body of the wrong shape. `terminated` means that the connection
  // broke.
  if (error instanceof TypeError) return error.message === 'terminated' ? 'unavailable' : 'unreadable'
  return null
}

function causedByUnreadable(error: Error): boolean {
  return error.cause instanceof UnreadableAnswer
}

function readStatus(status: number | undefined): EngineFailureReason {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 429) return 'rate_limited'
  if (status === 408) return 'timeout'
  return status !== undefined && status < 500 ? 'refused' : 'unavailable'
}
