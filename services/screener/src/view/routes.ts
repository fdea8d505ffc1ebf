import { AppError, getUser, type Handlers } from '@callwright/service'
import type { Runs } from '../enrichment/runs.ts'
import type { Snapshot } from './snapshot.ts'
import type { View } from './view.ts'

type ViewHandlers = Pick<Handlers<'screener'>, 'screener.view' | 'screener.status'>

export function viewRoutes(deps: {
  readonly view: View
  readonly runs: Pick<Runs, 'refresh'>
  readonly snapshot: Pick<Snapshot, 'nudge'>
}): ViewHandlers {
  const { view, runs, snapshot } = deps

  /** Starts a refresh. If that fails, returns a message for the page, which is served anyway. */
  async function forceRefresh(userId: string): Promise<string | null> {
    try {
      await runs.refresh({ startedBy: 'user', userId })
      await snapshot.nudge()
      return null
    } catch (error) {
      if (error instanceof AppError && (error.status >= 500 || error.status === 409)) return error.detail
      throw error
    }
  }

  return {
    async 'screener.view'({ query, identity, request, reply }) {
      const { userId, isDemo } = getUser(identity)
      const note = query.force_refresh && !isDemo ? await forceRefresh(userId) : null
      await view.requireRows()
      const answer = view.find({ query, url: request.url, userId, note })
      const isCached = matchesTag(request.headers['if-none-match'], answer.tag)
      const page = isCached ? null : answer.write()
      // The user's browser may cache the page but must revalidate it.
      reply.headers({ etag: answer.tag, 'cache-control': 'private, no-cache' })
      if (page === null) return reply.code(304).send()
      // `finish` means that the operating system has all the bytes. If the client disconnects first, the buffer is not
      // reused.
      if (page.release !== null) reply.raw.once('finish', page.release)
      return reply.type('application/json; charset=utf-8').send(page.body)
    },
    'screener.status': () => view.status(),
  }
}

/** Whether an `If-None-Match` header matches this tag: a list that may contain weak tags, or `*` (RFC 9110 section 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, named]) => named === tag)
}
