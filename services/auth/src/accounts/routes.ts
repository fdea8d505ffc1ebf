import { getPersistentUser, getUser, type Handlers } from '@callwright/service'
import { toWireUser, type Welcome } from '../auth-response.ts'
import { readClient } from '../client.ts'
import type { Closing } from '../closing/closing.ts'
import { accountGone, sessionEnded, wrongCurrentPassword } from '../errors.ts'
import type { Keepers } from '../keepers.ts'
import type { RefreshCookie } from '../sessions/refresh-cookie.ts'
import { toWireSession } from '../sessions/routes.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Accounts } from './accounts.ts'
import type { createDemos } from './demo.ts'

interface Deps {
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly openDemo: ReturnType<typeof createDemos>
  readonly closing: Pick<Closing, 'close'>
  readonly keepers: Pick<Keepers, 'read'>
  readonly welcome: Welcome
  readonly cookie: Pick<RefreshCookie, 'clear'>
  readonly now: () => number
}

type GettingIn = Pick<Handlers<'auth'>, 'auth.login' | 'auth.register' | 'auth.demo'>
type OwnAccount = Pick<Handlers<'auth'>, 'auth.me' | 'auth.password' | 'auth.export' | 'auth.deleteMe'>

export function createAccountHandlers(deps: Deps): GettingIn & OwnAccount {
  return { ...gettingIn(deps), ...ownAccount(deps) }
}

function gettingIn({ accounts, sessions, openDemo, welcome }: Deps): GettingIn {
  return {
    'auth.login': async ({ body, request, reply }) => {
      const client = readClient(request)
      const account = await accounts.signIn(body, client)
      return welcome(reply, account, await sessions.start(account, client))
    },
    'auth.register': async ({ body, request, reply }) => {
      const client = readClient(request)
      const account = await accounts.register(body, client)
      return welcome(reply, account, await sessions.start(account, client))
    },
    'auth.demo': async ({ request, reply }) => {
      const client = readClient(request)
      const account = await openDemo(client)
      return welcome(reply, account, await sessions.start(account, client))
    },
  }
}

function ownAccount({ accounts, sessions, closing, keepers, cookie, now }: Deps): OwnAccount {
  return {
    'auth.me': async ({ identity }) => {
      const account = await accounts.find(getUser(identity).userId)
      if (account === null) throw accountGone()
      return toWireUser(account)
    },

    'auth.password': async ({ identity, body, request }) => {
      const { userId, sessionId } = getPersistentUser(identity, 'An account of the demo has no password.')
      const at = new Date(now())
      const change = { form: body, client: readClient(request), at }
      const ended = await accounts.changePassword({ accountId: userId, sessionId }, change)
      await sessions.tellEnded(ended, 'password', at)
      return { status: 'success', sessions_ended: ended.length }
    },

    'auth.export': async ({ identity, request }) => {
      const { userId, sessionId } = getPersistentUser(identity, 'An account of the demo has nothing to take along.')
      const [account, open, kept] = await Promise.all([
        accounts.find(userId),
        sessions.list(userId),
        keepers.read(userId, request.id),
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
      const { userId } = getPersistentUser(identity, 'An account of the demo goes by itself, 24 hours after it began.')
      const account = await accounts.confirm(userId, body.password, readClient(request))
      // Not closed here: closed by another request at the same time, or under another password since it was asked for.
      if (!(await closing.close(account)) && (await accounts.find(userId)) !== null) throw wrongCurrentPassword()
      cookie.clear(reply)
      return null
    },
  }
}
