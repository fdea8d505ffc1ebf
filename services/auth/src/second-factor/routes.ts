import type { Passkey as WirePasskey } from '@callwright/contracts'
import { getPersistentUser, type Handlers } from '@callwright/service'
import type { Accounts } from '../accounts/accounts.ts'
import type { Account } from '../accounts/store.ts'
import { passkeyNotFound, secondFactorIsOn, sessionEnded } from '../errors.ts'
import { readClient, readSigningClient } from '../requests.ts'
import type { DeviceCookie } from '../sessions/devices.ts'
import type { Passkey } from './passkey-store.ts'
import type { Passkeys } from './passkeys.ts'
import type { SecondFactors } from './second-factor.ts'

interface Deps {
  readonly accounts: Pick<Accounts, 'find' | 'confirmFully' | 'checkForPasskey'>
  readonly secondFactors: SecondFactors
  readonly passkeys: Passkeys
  readonly device: Pick<DeviceCookie, 'find'>
}

type AppHandlers = Pick<
  Handlers<'auth'>,
  'auth.secondFactor' | 'auth.beginSecondFactor' | 'auth.confirmSecondFactor' | 'auth.removeSecondFactor'
>
type PasskeyHandlers = Pick<
  Handlers<'auth'>,
  'auth.passkeyChallenge' | 'auth.beginPasskey' | 'auth.addPasskey' | 'auth.renamePasskey' | 'auth.removePasskey'
>

const DEMO = 'Demo accounts have no password, and so no second factor.'

export function createSecondFactorHandlers(deps: Deps): AppHandlers & PasskeyHandlers {
  return { ...createAppHandlers(deps), ...createPasskeyHandlers(deps) }
}

function createAppHandlers({ accounts, secondFactors, passkeys, device }: Deps): AppHandlers {
  return {
    'auth.secondFactor': async ({ identity }) => {
      const state = await secondFactors.read(getPersistentUser(identity, DEMO).userId)
      return {
        status: 'success',
        confirmed_at: state.confirmedAt?.toISOString() ?? null,
        passkeys: state.passkeys.map(toWirePasskey),
        passkey_origin: passkeys.origin,
        recovery_codes_left: state.recoveryCodesLeft,
      }
    },
    'auth.beginSecondFactor': async ({ identity, body, request }) => {
      const { userId } = getPersistentUser(identity, DEMO)
      // Checked first, so that the request does not use a code up in vain.
      const { confirmedAt, passkeys: list } = await secondFactors.read(userId)
      if (confirmedAt !== null) throw secondFactorIsOn()
      const account = await accounts.confirmFully(userId, body, readSigningClient(request, device))
      return { status: 'success', ...(await secondFactors.begin(account, list.length > 0)) }
    },
    'auth.confirmSecondFactor': async ({ identity, body, request }) => {
      const account = await getAccount(accounts, getPersistentUser(identity, DEMO).userId)
      const codes = await secondFactors.confirm(account, body.code, readSigningClient(request, device))
      return { status: 'success', recovery_codes: codes === null ? null : [...codes] }
    },
    'auth.removeSecondFactor': async ({ identity, body, request }) => {
      const { userId } = getPersistentUser(identity, DEMO)
      const client = readSigningClient(request, device)
      const account = await accounts.confirmFully(userId, body, client)
      await secondFactors.remove(account, client)
      return null
    },
  }
}

function createPasskeyHandlers({ accounts, secondFactors, passkeys, device }: Deps): PasskeyHandlers {
  return {
    'auth.passkeyChallenge': async ({ body, request }) => {
      const account = await accounts.checkForPasskey(body, readSigningClient(request, device))
      return { status: 'success', options: await passkeys.challenge(account) }
    },
    'auth.beginPasskey': async ({ identity, body, request }) => {
      const { userId } = getPersistentUser(identity, DEMO)
      const wasOn = await secondFactors.isOn(userId)
      const account = await accounts.confirmFully(userId, body, readSigningClient(request, device))
      return { status: 'success', options: await passkeys.begin(account, wasOn) }
    },
    'auth.addPasskey': async ({ identity, body, request }) => {
      const account = await getAccount(accounts, getPersistentUser(identity, DEMO).userId)
      const { passkey, recoveryCodes } = await passkeys.add(account, body, readClient(request))
      return {
        status: 'success',
        passkey: toWirePasskey(passkey),
        recovery_codes: recoveryCodes === null ? null : [...recoveryCodes],
      }
    },
    'auth.renamePasskey': async ({ identity, params, body, request }) => {
      const { userId } = getPersistentUser(identity, DEMO)
      const passkey = await passkeys.rename(userId, { id: params.id, name: body.name }, readClient(request))
      return { status: 'success', passkey: toWirePasskey(passkey) }
    },
    'auth.removePasskey': async ({ identity, params, body, request }) => {
      const { userId } = getPersistentUser(identity, DEMO)
      const client = readSigningClient(request, device)
      // Checked first, so that the request does not use a code up in vain.
      if (!(await passkeys.list(userId)).some(({ id }) => id === params.id)) throw passkeyNotFound()
      const account = await accounts.confirmFully(userId, body, client)
      await passkeys.remove(account, params.id, client)
      return null
    },
  }
}

async function getAccount(accounts: Deps['accounts'], id: string): Promise<Account> {
  const account = await accounts.find(id)
  if (account === null) throw sessionEnded()
  return account
}

export const toWirePasskey = ({ id, name, createdAt, lastUsedAt }: Passkey): WirePasskey => ({
  ...{ id, name, created_at: createdAt.toISOString() },
  last_used_at: lastUsedAt?.toISOString() ?? null,
})
