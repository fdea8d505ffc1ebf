import { createHash } from 'node:crypto'
import { buildPath, type Success } from '@callwright/contracts'
import { getUser, type Handlers } from '@callwright/service'
import { unknownCalendar } from '../alerts/errors.ts'
import type { ReadPortfolio } from '../valuation/valuation.ts'
import { writeCalendar } from './calendar-feed.ts'
import type { CalendarStore, Feed } from './calendar-store.ts'

type CalendarId =
  | 'portfolio.getCalendar'
  | 'portfolio.renewCalendar'
  | 'portfolio.removeCalendar'
  | 'portfolio.calendarFeed'

export function calendarRoutes({
  store,
  readPortfolio,
}: {
  readonly store: CalendarStore
  readonly readPortfolio: ReadPortfolio
}): Pick<Handlers<'portfolio'>, CalendarId> {
  return {
    'portfolio.getCalendar': async ({ identity }) => toWireFeed(await store.find(getUser(identity).userId)),
    'portfolio.renewCalendar': async ({ identity }) => toWireFeed(await store.renew(getUser(identity).userId)),
    async 'portfolio.removeCalendar'({ identity }) {
      await store.remove(getUser(identity).userId)
      return toWireFeed(null)
    },
    async 'portfolio.calendarFeed'({ params, request, reply }) {
      const feed = await store.findByToken(params.token.replace(/\.ics$/, ''))
      if (feed === null) throw unknownCalendar()
      const text = writeCalendar(await readPortfolio(feed.userId, request.id), feed.createdAt)
      const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
      reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
      if (listTags(request.headers['if-none-match']).includes(tag)) return reply.code(304).send()
      return reply
        .header('content-disposition', 'inline; filename="callwright.ics"')
        .type('text/calendar; charset=utf-8')
        .send(text)
    },
  }
}

const listTags = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))

const toWireFeed = (feed: Feed | null): Success<'portfolio.getCalendar'> => ({
  status: 'success',
  path: feed === null ? null : buildPath('portfolio.calendarFeed', { token: `${feed.token}.ics` }),
  created_at: feed?.createdAt.toISOString() ?? null,
})
