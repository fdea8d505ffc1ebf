import type { BaseQueryApi } from '@reduxjs/toolkit/query'
import type { ApiError, ApiRequest } from './http.ts'
import type { ApiServices } from './services.ts'
import { type SessionRoot, selectSession, sessionUnconfirmed } from './session.ts'

/** When each stored answer that pages now show was loaded, by its query's cache key. */
export const shownAnswers = new Map<string, number>()

/** Delay before an answer is stored, so that the page that shows it renders first. */
const KEEP_AFTER_MS = 3_000

/** Opens the user's stored answers; null if the browser has no cache storage, or their code cannot load. */
async function openStore(userId: string | undefined, { credentials }: ApiServices) {
  // Undefined outside a secure context, although the DOM types say otherwise.
  const caches = globalThis.caches as CacheStorage | undefined
  if (caches === undefined || userId === undefined) return null
  try {
    const { openAnswers } = await import('./stored-answers.ts')
    return openAnswers({ caches, userId, isCurrent: () => credentials.readUser()?.id === userId, nowMs: Date.now })
  } catch {
    return null
  }
}

/** Stores an answer, to show it when the server cannot be reached. `userId`: the user who sent the request. */
export async function keepAnswer(
  request: ApiRequest,
  body: unknown,
  userId: string | undefined,
  { extra, queryCacheKey = '' }: BaseQueryApi,
): Promise<void> {
  shownAnswers.delete(queryCacheKey)
  const services = extra as ApiServices
  if (request.method !== 'GET' || globalThis.caches === undefined) return
  await services.wait(KEEP_AFTER_MS)
  await (await openStore(userId, services))?.keep(request, body)
}

/**
 * Finds the stored answer to a request that did not reach the server, and reports the server as unreachable. A query
 * that already has data keeps it: it is at least as recent.
 */
export async function findAnswer(
  request: ApiRequest,
  { kind }: ApiError,
  userId: string | undefined,
  { extra, dispatch, getState, queryCacheKey = '' }: BaseQueryApi,
): Promise<{ readonly data: unknown } | null> {
  const { api, ...root } = getState() as SessionRoot & { readonly api: ApiState }
  if ((kind !== 'unreachable' && kind !== 'timeout') || api.queries[queryCacheKey]?.data !== undefined) return null
  const found = await (await openStore(userId, extra as ApiServices))?.find(request)
  if (!found || selectSession(root).status === 'signed_out') return null
  shownAnswers.set(queryCacheKey, found.storedAtMs)
  dispatch(sessionUnconfirmed())
  return { data: found.body }
}

interface ApiState {
  readonly queries: Readonly<Record<string, { readonly data?: unknown } | undefined>>
}
