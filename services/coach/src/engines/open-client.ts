import OpenAI from 'openai'
import { UnreadableAnswer } from './model-failure.ts'

/** The packages' own defaults are ten minutes and two retries (T12). */
export const REQUEST_TIMEOUT_MS = 25_000
const MAX_RETRIES = 1
const MAX_ANSWER_BYTES = 512 * 1_024

export interface ProviderSettings {
  readonly apiKey: string
  readonly baseUrl: string
  readonly model: string
}

/** The openai package with deadlines of ours, nothing logged, and answers that end. */
export function openClient({ apiKey, baseUrl }: Pick<ProviderSettings, 'apiKey' | 'baseUrl'>): OpenAI {
  return new OpenAI({
    apiKey,
    baseURL: baseUrl,
    timeout: REQUEST_TIMEOUT_MS,
    maxRetries: MAX_RETRIES,
    logLevel: 'off',
    organization: null,
    project: null,
    fetch: fetchBounded,
  })
}

/** Reads no more than an answer can be; no redirect takes the key elsewhere. */
async function fetchBounded(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, redirect: 'error' })
  let left = MAX_ANSWER_BYTES
  const bounded = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        left -= chunk.byteLength
        if (left < 0) controller.error(new UnreadableAnswer('The answer is too long'))
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
