import { getPersistentUser, getUser, type Handlers } from '@callwright/service'
import { type RespondWithSession, toWireUser } from '../auth-response.ts'
import { readClient } from '../client.ts'
import type { Closing } from '../closing/closing.ts'
import { accountNotFound, sessionEnded, wrongCurrentPassword } from '../errors.ts'
import type { RefreshCookie } from '../sessions/refresh-cookie.ts'
import { toWireSession } from '../sessions/routes.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { UserDataClient } from '../user-data.ts'
import type { Accounts } from './accounts.ts'
import type { createDemos } from './demo.ts'

interface Deps {
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly openDemo: ReturnType<typeof createDemos>
  readonly closing: Pick<Closing, 'close'>
  readonly userData: Pick<UserDataClient, 'read'>
  readonly respondWithSession: RespondWithSession
  readonly cookie: Pick<RefreshCookie, 'clear'>
  readonly now: () => number
}

type SignInHandlers = Pick<Handlers<'auth'>, 'auth.login' | 'auth.register' | 'auth.demo'>
type OwnAccountHandlers = Pick<Handlers<'auth'>, 'auth.me' | 'auth.password' | 'auth.export' | 'auth.deleteMe'>

export function createAccountHandlers(deps: Deps): SignInHandlers & OwnAccountHandlers {
  return { ...createSignInHandlers(deps), ...createOwnAccountHandlers(deps) }
}

function createSignInHandlers({ accounts, sessions, openDemo, respondWithSession }: Deps): SignInHandlers {
  return {
    'auth.login': async ({ body, request, reply }) => {
      const client = readClient(request)
      const account = await accounts.signIn(body, client)
      return respondWithSession(reply, account, await sessions.start(account, client))
    },
    'auth.register': async ({ body, request, reply }) => {
      const client = readClient(request)
      const account = await accounts.register(body, client)
      return respondWithSession(reply, account, await sessions.start(account, client))
    },
    'auth.demo': async ({ request, reply }) => {
      const client = readClient(request)
      const account = await openDemo(client)
      return respondWithSession(reply, account, await sessions.start(account, client))
    },
  }
}

function createOwnAccountHandlers({ accounts, sessions, closing, userData, cookie, now }: Deps): OwnAccountHandlers {
  return {
    'auth.me': async ({ identity }) => {
      const account = await accounts.find(getUser(identity).userId)
      if (account === null) throw accountNotFound()
      return toWireUser(account)
    },

    'auth.password': async ({ identity, body, request }) => {
      const { userId, sessionId } = getPersistentUser(identity, 'Demo accounts have no password.')
      const at = new Date(now())
      const change = { form: body, client: readClient(request), at }
      const ended = await accounts.changePassword({ accountId: userId, sessionId }, change)
      await sessions.publishEnded(ended, 'password', at)
      return { status: 'success', sessions_ended: ended.length }
    },

    'auth.export': async ({ identity, request }) => {
      const { userId, sessionId } = getPersistentUser(identity, 'Demo accounts have no data to export.')
      const [account, open, kept] = await Promise.all([
        accounts.find(userId),
        sessions.list(userId),
        userData.read(userId, request.id),
      ])
      if (account === null) throw sessionEnded()
      return {
        status: 'success',
        exported_at: new Date(now()).toISOString(),
        account: { ...toWireUser(account), created_at: account.createdAt.toISOString() },
        sessions: open.map((session) => toWireSession(session, sessionId)),
        ...kept,
      }
    },

    'auth.deleteMe': async ({ identity, body, request, reply }) => {
      const { userId } = getPersistentUser(identity, 'Demo accounts are deleted automatically after 24 hours.')
      const account = await accounts.confirm(userId, body.password, readClient(request))
      // `close` returns false if another request closed the account or changed its password after that check.
      if (!(await closing.close(account)) && (await accounts.find(userId)) !== null) throw wrongCurrentPassword()
      cookie.clear(reply)
      return null
    },
  }
}
