import { type EventHandlers, findPauseMs, readEvents, type StreamEnd } from './event-stream.ts'
import type { ApiServices } from './services.ts'
import type { Answered } from './session-rule.ts'

export interface Followed extends EventHandlers {
  /** Asks for the stream once. */
  readonly open: (signal: AbortSignal) => Promise<Answered<ReadableStream<Uint8Array>>>
  /** Asks by hand for what the stream would tell. */
  readonly ask: () => Promise<unknown>
  /** How often to ask by hand, as things stand. */
  readonly askEveryMs: () => number
}

const STEP_MS = 1_000

/**
 * Follows a stream of events until the signal fires: opens it anew whenever it ends, asks by hand while there is none,
 * and does neither while the page is hidden, because a browser keeps few connections for all its tabs.
 */
export async function followEvents(
  followed: Followed,
  { wait, random }: Pick<ApiServices, 'wait' | 'random'>,
  signal: AbortSignal,
): Promise<void> {
  let attempts = 0
  while (!signal.aborted) {
    await untilVisible(signal)
    const attempt = new AbortController()
    const shown = AbortSignal.any([signal, attempt.signal])
    document.addEventListener('visibilitychange', () => isHidden() && attempt.abort(), { signal: shown })
    const end = await followOnce(followed, wait, shown)
    const isCutOff = shown.aborted
    attempt.abort()
    if (isCutOff) continue
    attempts = end.wasLive ? 0 : attempts + 1
    if (end.wasLive) await followed.ask()
    await askFor(findPauseMs(end, attempts, random), followed, wait, signal)
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

/** Asks by hand for so long. How often may change meanwhile: a run that begins is followed at once. */
async function askFor(
  pauseMs: number,
  { ask, askEveryMs }: Followed,
  wait: ApiServices['wait'],
  signal: AbortSignal,
): Promise<void> {
  let sinceAskedMs = 0
  for (let leftMs = pauseMs; leftMs > 0 && !signal.aborted; leftMs -= STEP_MS) {
    await wait(Math.min(leftMs, STEP_MS), signal)
    await untilVisible(signal)
    sinceAskedMs += STEP_MS
    if (leftMs <= STEP_MS || signal.aborted || sinceAskedMs < askEveryMs()) continue
    sinceAskedMs = 0
    await ask()
  }
}

const isHidden = () => document.visibilityState === 'hidden'

function untilVisible(signal: AbortSignal): Promise<void> {
  if (!isHidden() || signal.aborted) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  const listening = new AbortController()
  const look = () => {
    if (!isHidden() || signal.aborted) resolve()
  }
  document.addEventListener('visibilitychange', look, { signal: listening.signal })
  signal.addEventListener('abort', look, { signal: listening.signal })
  return promise.finally(() => listening.abort())
}
