import { createHash, randomBytes } from 'node:crypto'
import { buildPath, type Success } from '@callwright/contracts'
import { getUser, type Handlers, translateErrors } from '@callwright/service'
import type { Kysely } from 'kysely'
import { unknownCalendar } from '../alerts/errors.ts'
import type { Tables } from '../db/schema.ts'
import type { ReadPortfolio } from '../valuation/valuation.ts'
import { writeCalendar } from './calendar-feed.ts'

type CalendarId =
  | 'portfolio.getCalendar'
  | 'portfolio.renewCalendar'
  | 'portfolio.removeCalendar'
  | 'portfolio.calendarFeed'

interface Feed {
  readonly userId: string
  readonly token: string
  readonly createdAt: Date
}

/** SQL for the secret addresses of calendar feeds. */
export function createCalendarStore(database: Kysely<Tables>) {
  const select = () => database.selectFrom('calendarFeed').selectAll()
  return translateErrors({
    find: async (userId: string): Promise<Feed | null> =>
      (await select().where('userId', '=', userId).executeTakeFirst()) ?? null,
    findByToken: async (token: string): Promise<Feed | null> =>
      (await select().where('token', '=', token).executeTakeFirst()) ?? null,
    async renew(userId: string): Promise<Feed> {
      const row = { token: randomBytes(32).toString('base64url'), createdAt: new Date() }
      return database
        .insertInto('calendarFeed')
        .values({ userId, ...row })
        .onConflict((conflict) => conflict.column('userId').doUpdateSet(row))
        .returningAll()
        .executeTakeFirstOrThrow()
    },
    async remove(userId: string): Promise<void> {
      await database.deleteFrom('calendarFeed').where('userId', '=', userId).execute()
    },
  })
}

export type CalendarStore = ReturnType<typeof createCalendarStore>

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
