import { createHash } from 'node:crypto'
import { AppError, type Call, getUser, type Handlers } from '@callwright/service'
import type { Runs } from '../enrichment/runs.ts'
import { namesTag } from './etag.ts'
import type { Snapshot } from './snapshot.ts'
import type { View, ViewAnswer } from './view.ts'

type ViewHandlers = Pick<Handlers<'screener'>, 'screener.view' | 'screener.status'>

export function viewRoutes(deps: {
  readonly view: View
  readonly runs: Runs
  readonly snapshot: Snapshot
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
    async 'screener.view'(call) {
      const { query, identity } = call
      const note = query.force_refresh ? await forceRefresh(getUser(identity).userId) : null
      const answer = await view.page(query, note)
      return answerUnlessKnown(call, snapshot.version, answer)
    },
    'screener.status': () => view.status(),
  }
}

/** 304 for a client that holds this very page. */
function answerUnlessKnown(
  { request, reply }: Pick<Call<'screener.view'>, 'request' | 'reply'>,
  version: number,
  answer: ViewAnswer,
): ViewAnswer {
  const { stocks: _stocks, ...rest } = answer
  const digest = createHash('sha256')
    .update(`${version} ${request.url} ${JSON.stringify(rest)}`)
    .digest('base64url')
  const tag = `"${digest.slice(0, 22)}"`
  // The user's own browser may keep the page, and must ask whether it still holds.
  reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
  if (namesTag(request.headers['if-none-match'], tag)) reply.code(304).send()
  return answer
}
