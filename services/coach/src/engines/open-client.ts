import OpenAI from 'openai'
import { UnreadableAnswer } from './model-failure.ts'

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
