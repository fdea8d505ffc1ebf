import type { PasskeyAnswer } from '@callwright/contracts'
import type { Runtime } from '@callwright/service'
import type { Activity } from '../accounts/activity.ts'
import type { Limits } from '../accounts/limits.ts'
import type { Account } from '../accounts/store.ts'
import {
  secondFactorAdded,
  secondFactorIsOff,
  secondFactorIsOn,
  setupEnded,
  wrongCurrentFactor,
  wrongCurrentPassword,
} from '../errors.ts'
import type { Client, SigningClient } from '../requests.ts'
import {
  createRecoveryCodes,
  createSecret,
  describeSecret,
  findStep,
  hashRecoveryCode,
  readCode,
  type SecretSeal,
} from './codes.ts'
import type { Passkey } from './passkey-store.ts'
import type { Passkeys } from './passkeys.ts'
import type { SecondFactor, SecondFactorStore } from './store.ts'

const SETUP_MS = 30 * 60_000

export interface SecondFactorStatus {
  /** Null without an authenticator app. */
  readonly confirmedAt: Date | null
  readonly passkeys: readonly Passkey[]
  readonly recoveryCodesLeft: number
}

/** A passkey, or a code of the app or a recovery code. Both are undefined if neither is given. */
export interface Proof {
  readonly code: string | undefined
  readonly passkey: PasskeyAnswer | undefined
}

interface Deps {
  readonly store: SecondFactorStore
  readonly passkeys: Pick<Passkeys, 'accepts' | 'list'>
  readonly seal: SecretSeal
  readonly limits: Pick<Limits, 'beginSignIn'>
  readonly activity: Pick<Activity, 'record'>
  readonly runtime: Pick<Runtime, 'log'>
  readonly now: () => number
}

export interface SecondFactors {
  isOn(accountId: string): Promise<boolean>
  /** Uses a code or a challenge up. The caller has checked the password, and counts refusals. */
  accepts(account: Account, proof: Proof, client: Client): Promise<boolean>
  read(accountId: string): Promise<SecondFactorStatus>
  /**
   * Creates a secret for an app. Sign-in does not ask for codes until one has confirmed it. `wasOn` is the state that
   * the caller read before it checked the password and the second factor.
   */
  begin(account: Account, wasOn: boolean): Promise<ReturnType<typeof describeSecret>>
  /** Adds the app. Returns recovery codes, which are stored only as hashes, or null if the account has some already. */
  confirm(account: Account, code: string, client: SigningClient): Promise<readonly string[] | null>
  /** Removes the app. The caller has checked the password and the second factor. */
  remove(account: Account, client: Client): Promise<void>
  /** Turns two-factor sign-in off, for the operator. Returns false if it is off. */
  removeAll(accountId: string): Promise<boolean>
}

/** Which of the two the account can use, apart from recovery codes. */
export const describeMeans = ({ confirmedAt, passkeys }: SecondFactorStatus) => ({
  hasApp: confirmedAt !== null,
  hasPasskey: passkeys.length > 0,
})

export function createSecondFactors(deps: Deps): SecondFactors {
  const { store, passkeys, seal, limits, activity, runtime, now } = deps

  function readStep({ accountId, sealedSecret }: SecondFactor, text: string): number | null {
    const secret = seal.open(sealedSecret, accountId)
    if (secret === null) {
      runtime.log.error({ account_id: accountId }, 'second_factor.unreadable')
      return null
    }
    return findStep(secret, readCode(text).code, now())
  }

  async function acceptsStep(factor: SecondFactor, text: string): Promise<boolean> {
    const step = readStep(factor, text)
    return step !== null && (await store.useStep(factor, step))
  }

  async function acceptsRecoveryCode(accountId: string, code: string, client: Client): Promise<boolean> {
    if (!(await store.useRecoveryCode(accountId, hashRecoveryCode(code)))) return false
    runtime.log.info({ account_id: accountId, request_id: client.requestId }, 'recovery_code.used')
    await activity.record(accountId, 'recovery_code_used', client)
    return true
  }

  /** Finds the secret to be confirmed and the step of the code, or throws. Wrong codes count as wrong passwords do. */
  async function checkSetup(account: Account, code: string, client: SigningClient) {
    const factor = await store.find(account.id)
    if (factor !== null && factor.confirmedAt !== null) throw secondFactorIsOn()
    if (factor === null || factor.begunAt.getTime() < now() - SETUP_MS) throw setupEnded()
    const paid = await limits.beginSignIn(account.usernameKey, client.address, client.findDevice(account))
    const step = readStep(factor, code)
    if (step === null) throw wrongCurrentFactor(false)
    await paid.cancel()
    return { factor, step }
  }

  return {
    isOn: store.isOn,

    async accepts(account, { code: text, passkey }, client) {
      if (passkey !== undefined) return passkeys.accepts(account, passkey, client)
      if (text === undefined) return false
      const { kind, code } = readCode(text)
      if (kind === 'recovery') return acceptsRecoveryCode(account.id, code, client)
      const factor = await store.find(account.id)
      return factor !== null && factor.confirmedAt !== null && acceptsStep(factor, code)
    },

    async read(accountId) {
      const [factor, list, recoveryCodesLeft] = await Promise.all([
        store.find(accountId),
        passkeys.list(accountId),
        store.countRecoveryCodes(accountId),
      ])
      return { confirmedAt: factor?.confirmedAt ?? null, passkeys: list, recoveryCodesLeft }
    },

    async begin(account, wasOn) {
      const secret = createSecret()
      const setup = { sealedSecret: seal.seal(secret, account.id), at: new Date(now()), wasOn }
      const begun = await store.begin(account, setup)
      if (begun === 'unproved') throw secondFactorAdded()
      if (begun === 'is_on') throw secondFactorIsOn()
      if (begun === 'outdated') throw wrongCurrentPassword()
      return describeSecret(secret, account.username)
    },

    async confirm(account, code, client) {
      const { factor, step } = await checkSetup(account, code, client)
      const codes = createRecoveryCodes()
      const confirmation = { step, codeHashes: codes.map(hashRecoveryCode), at: new Date(now()) }
      const added = await store.confirm(factor, confirmation)
      if (added === 'ended') throw setupEnded()
      runtime.log.info({ account_id: account.id, request_id: client.requestId }, 'second_factor.on')
      await activity.record(account.id, added === 'first' ? 'second_factor_on' : 'app_added', client)
      return added === 'first' ? codes : null
    },

    async remove(account, client) {
      const removed = await store.remove(account)
      if (removed === 'is_off') throw secondFactorIsOff()
      if (removed === 'outdated') throw wrongCurrentPassword()
      runtime.log.info({ account_id: account.id, request_id: client.requestId }, 'second_factor.off')
      await activity.record(account.id, removed === 'last' ? 'second_factor_off' : 'app_removed', client)
    },

    async removeAll(accountId) {
      if (!(await store.removeAll(accountId))) return false
      runtime.log.info({ account_id: accountId, request_id: null }, 'second_factor.off')
      await activity.record(accountId, 'second_factor_off', null)
      return true
    },
  }
}
