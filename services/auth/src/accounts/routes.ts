import { getUser, type Handlers } from '@callwright/service'
import { toWireUser, type Welcome } from '../auth-response.ts'
import { readClient } from '../client.ts'
import { accountGone } from '../errors.ts'
import type { Sessions } from '../sessions/sessions.ts'
import type { Accounts } from './accounts.ts'

interface Deps {
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly welcome: Welcome
}

type AccountHandlers = Pick<Handlers<'auth'>, 'auth.login' | 'auth.register' | 'auth.me'>

export function createAccountHandlers({ accounts, sessions, welcome }: Deps): AccountHandlers {
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
    'auth.me': async ({ identity }) => {
      const account = await accounts.find(getUser(identity).userId)
      if (account === null) throw accountGone()
      return toWireUser(account)
    },
  }
}
