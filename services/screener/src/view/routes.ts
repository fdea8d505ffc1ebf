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

  /** A refresh that cannot be had is a remark on the answer, not the end of it. */
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
      await view.requireMemory()
      const answer = view.find({ query, url: request.url, userId, note })
      const isHeld = namesTag(request.headers['if-none-match'], answer.tag)
      const page = isHeld ? null : answer.write()
      // The user's own browser may keep the page, and must ask whether it still holds.
      reply.headers({ etag: answer.tag, 'cache-control': 'private, no-cache' })
      if (page === null) return reply.code(304).send()
      // Emitted once the system has every byte; where the reader leaves before, the memory is not used again.
      if (page.release !== null) reply.raw.once('finish', page.release)
      return reply.type('application/json; charset=utf-8').send(page.body)
    },
    'screener.status': () => view.status(),
  }
}

/** Whether an `If-None-Match` header names this tag: a list, weak ones among it, or `*` (RFC 9110 section 13.1.2). */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  return [...header.matchAll(/(?:W\/)?("[^"]*")/g)].some(([, named]) => named === tag)
}
