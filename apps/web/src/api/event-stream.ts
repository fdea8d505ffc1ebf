import type { Answered } from './api.ts'
import {
  type ApiError,
  type ApiRequest,
  buildFailure,
  buildHeaders,
  buildRejection,
  encodeBody,
  type Fetch,
  type HttpOutcome,
  readBody,
  toHref,
} from './http.ts'
import type { ApiServices } from './services.ts'

type Body = ReadableStream<Uint8Array>

/** Opens an event stream; read it with `readEvents`. Never throws. */
export async function openEvents(
  fetch: Fetch,
  request: ApiRequest,
  { token, signal }: { readonly token: string | null; readonly signal: AbortSignal },
): Promise<HttpOutcome<Body>> {
  const headers = buildHeaders(request, token)
  headers.set('accept', 'text/event-stream')
  try {
    const response = await fetch(toHref(request), {
      method: request.method,
      headers,
      body: encodeBody(request),
      credentials: 'same-origin',
      cache: 'no-store',
      signal,
    })
    if (!response.ok)
      return { ok: false, error: buildRejection(response.status, response.headers, await readBody(response)) }
    const isStream = /^text\/event-stream\b/.test(response.headers.get('content-type') ?? '')
    if (isStream && response.body !== null) return { ok: true, body: response.body }
    return { ok: false, error: buildFailure('unreadable') }
  } catch {
    return { ok: false, error: buildFailure(signal.aborted ? 'canceled' : 'unreachable') }
  }
}

export interface EventHandlers {
  readonly onEvent: (name: string, data: string) => void
  /** Called for a heartbeat. */
  readonly onHeartbeat: () => void
}

/**
 * How long to wait for the first event. The server sends it at once; if it is late, a proxy is buffering the stream.
 */
const FIRST_EVENT_MS = 8_000
/**
 * A stream that sends nothing for this long is treated as closed. That is long enough to miss two heartbeats, but not
 * three.
 */
const SILENCE_MS = 45_000

/** Reads a stream until it ends or goes silent. Returns whether it delivered any event. Never throws. */
export async function readEvents(
  body: Body,
  { onEvent, onHeartbeat }: EventHandlers,
  wait: ApiServices['wait'],
): Promise<boolean> {
  let isLive = false
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    // Loaded on demand, because no page needs it for its first render.
    const { createParser } = await import('eventsource-parser')
    const parser = createParser({
      onEvent: ({ event = 'message', data }) => {
        isLive = true
        onEvent(event, data)
      },
      onComment: onHeartbeat,
    })
    for (;;) {
      const chunk = await within(reader.read(), isLive ? SILENCE_MS : FIRST_EVENT_MS, wait)
      if (chunk === null || chunk.done) return isLive
      parser.feed(decoder.decode(chunk.value, { stream: true }))
    }
  } catch {
    return isLive
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** Returns the result of `work`, or null if it takes longer than `ms`. */
async function within<T>(work: Promise<T>, ms: number, wait: ApiServices['wait']): Promise<T | null> {
  const over = new AbortController()
  try {
    return await Promise.race([work, wait(ms, over.signal).then(() => null)])
  } finally {
    over.abort()
  }
}

/** How a stream ended. */
export interface StreamEnd {
  /** Whether the stream delivered any event. */
  readonly wasLive: boolean
  /** Error from opening the stream; null if it did open. */
  readonly error: ApiError | null
}

const SHORT_PAUSE_MS = 1_000
const LONG_PAUSE_MS = 60_000
/** Pause after a problem that will probably last, such as a missing endpoint or a proxy that buffers events. */
const NO_STREAM_PAUSE_MS = 300_000
const BUSY_STATUSES = new Set([429, 503])

/**
 * Returns how long to wait before reopening the stream. Jitter keeps clients from all reconnecting at once after a
 * server restart. `attempts`: how many attempts in a row delivered no event.
 */
export function findPauseMs({ wasLive, error }: StreamEnd, attempts: number, random: () => number): number {
  const spread = 0.5 + random()
  if (wasLive) return SHORT_PAUSE_MS * spread
  const backOffMs = Math.min(LONG_PAUSE_MS, SHORT_PAUSE_MS * 2 ** attempts)
  if (error === null || error.kind === 'unreadable') return NO_STREAM_PAUSE_MS * spread
  if (error.status === null || error.status === 401) return backOffMs * spread
  if (!BUSY_STATUSES.has(error.status)) return NO_STREAM_PAUSE_MS * spread
  return Math.max(backOffMs, (error.retryAfterSeconds ?? 0) * 1_000) * spread
}

export interface Followed extends EventHandlers {
  /** Opens the stream once. */
  readonly open: (signal: AbortSignal) => Promise<Answered<ReadableStream<Uint8Array>>>
  /** Fetches the current state while the stream is closed. */
  readonly poll: () => Promise<unknown>
  /** Returns the current polling interval, which may change. */
  readonly pollEveryMs: () => number
}

const STEP_MS = 1_000

/**
 * Follows an event stream until the signal fires: reopens it when it ends, and polls while it is closed. While the page
 * is hidden it does neither, because browsers limit the number of connections across all tabs.
 */
export async function followEvents(
  followed: Followed,
  { wait, random }: Pick<ApiServices, 'wait' | 'random'>,
  signal: AbortSignal,
): Promise<void> {
  let attempts = 0
  while (!signal.aborted) {
    await waitUntilVisible(signal)
    const attempt = new AbortController()
    const shown = AbortSignal.any([signal, attempt.signal])
    document.addEventListener('visibilitychange', () => isHidden() && attempt.abort(), { signal: shown })
    const end = await followOnce(followed, wait, shown)
    const isCutOff = shown.aborted
    attempt.abort()
    if (isCutOff) continue
    attempts = end.wasLive ? 0 : attempts + 1
    if (end.wasLive) await followed.poll()
    await pollFor(findPauseMs(end, attempts, random), followed, wait, signal)
  }
}

async function followOnce(
  { open, onEvent, onHeartbeat }: Followed,
  wait: ApiServices['wait'],
  signal: AbortSignal,
): Promise<StreamEnd> {
  const opened = await open(signal)
  if (!opened.ok) return { wasLive: false, error: opened.error }
  return { wasLive: await readEvents(opened.body, { onEvent, onHeartbeat }, wait), error: null }
}

/** Polls for `ms`. Reads the interval again each time, because it changes, for example when a run starts. */
async function pollFor(
  pauseMs: number,
  { poll, pollEveryMs }: Followed,
  wait: ApiServices['wait'],
  signal: AbortSignal,
): Promise<void> {
  let sincePollMs = 0
  for (let leftMs = pauseMs; leftMs > 0 && !signal.aborted; leftMs -= STEP_MS) {
    await wait(Math.min(leftMs, STEP_MS), signal)
    await waitUntilVisible(signal)
    sincePollMs += STEP_MS
    if (leftMs <= STEP_MS || signal.aborted || sincePollMs < pollEveryMs()) continue
    sincePollMs = 0
    await poll()
  }
}

const isHidden = () => document.visibilityState === 'hidden'

function waitUntilVisible(signal: AbortSignal): Promise<void> {
  if (!isHidden() || signal.aborted) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const listening = new AbortController()
  const check = () => {
    if (!isHidden() || signal.aborted) resolve()
  }
  document.addEventListener('visibilitychange', check, { signal: listening.signal })
  signal.addEventListener('abort', check, { signal: listening.signal })
  return promise.finally(() => listening.abort())
}
