import { type EventHandlers, findPauseMs, readEvents, type StreamEnd } from './event-stream.ts'
import type { ApiServices } from './services.ts'
import type { Answered } from './session-rule.ts'

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
