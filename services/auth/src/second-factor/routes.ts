import { getPersistentUser, type Handlers } from '@callwright/service'
import type { Accounts } from '../accounts/accounts.ts'
import { sessionEnded } from '../errors.ts'
import { readSigningClient } from '../requests.ts'
import type { DeviceCookie } from '../sessions/devices.ts'
import type { SecondFactors } from './second-factor.ts'

interface Deps {
  readonly accounts: Pick<Accounts, 'find' | 'confirm'>
  readonly secondFactors: SecondFactors
  readonly device: Pick<DeviceCookie, 'find'>
}

type SecondFactorHandlers = Pick<
  Handlers<'auth'>,
  'auth.secondFactor' | 'auth.beginSecondFactor' | 'auth.confirmSecondFactor' | 'auth.removeSecondFactor'
>

const DEMO = 'Demo accounts have no password, and so no second factor.'

export function createSecondFactorHandlers({ accounts, secondFactors, device }: Deps): SecondFactorHandlers {
  return {
    'auth.secondFactor': async ({ identity }) => {
      const { confirmedAt, recoveryCodesLeft } = await secondFactors.read(getPersistentUser(identity, DEMO).userId)
      return {
        status: 'success',
        confirmed_at: confirmedAt?.toISOString() ?? null,
        recovery_codes_left: recoveryCodesLeft,
      }
    },
    'auth.beginSecondFactor': async ({ identity, body, request }) => {
      const { userId } = getPersistentUser(identity, DEMO)
      const account = await accounts.confirm(userId, body.current_password, readSigningClient(request, device))
      return { status: 'success', ...(await secondFactors.begin(account)) }
    },
    'auth.confirmSecondFactor': async ({ identity, body, request }) => {
      const account = await accounts.find(getPersistentUser(identity, DEMO).userId)
      if (account === null) throw sessionEnded()
      const codes = await secondFactors.confirm(account, body.code, readSigningClient(request, device))
      return { status: 'success', recovery_codes: [...codes] }
    },
    'auth.removeSecondFactor': async ({ identity, body, request }) => {
      const { userId } = getPersistentUser(identity, DEMO)
      const client = readSigningClient(request, device)
      const account = await accounts.confirm(userId, body.current_password, client, body.code)
      await secondFactors.remove(account, client)
      return null
    },
  }
}
