import type { Runtime } from '@callwright/service'
import type { Activity } from '../accounts/activity.ts'
import type { Limits } from '../accounts/limits.ts'
import type { Account } from '../accounts/store.ts'
import { secondFactorIsOff, secondFactorIsOn, setupEnded, wrongCode, wrongCurrentPassword } from '../errors.ts'
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
import type { SecondFactor, SecondFactorStore } from './store.ts'

const SETUP_MS = 30 * 60_000

export interface SecondFactorStatus {
  /** Null while sign-in asks for the password only. */
  readonly confirmedAt: Date | null
  readonly recoveryCodesLeft: number
}

interface Deps {
  readonly store: SecondFactorStore
  readonly seal: SecretSeal
  readonly limits: Pick<Limits, 'beginSignIn'>
  readonly activity: Pick<Activity, 'record'>
  readonly runtime: Pick<Runtime, 'log'>
  readonly now: () => number
}

export interface SecondFactors {
  isOn(accountId: string): Promise<boolean>
  /** Uses a code up. The caller has checked the password, and counts wrong codes. */
  accepts(account: Account, code: string, client: Client): Promise<boolean>
  read(accountId: string): Promise<SecondFactorStatus>
  /** Creates a secret for an app. Sign-in does not ask for codes until one has confirmed it. */
  begin(account: Account): Promise<ReturnType<typeof describeSecret>>
  /** Turns the second factor on and returns the recovery codes, which are stored only as hashes. */
  confirm(account: Account, code: string, client: SigningClient): Promise<readonly string[]>
  /** Turns the second factor off. `client` is null for the operator, otherwise the caller has checked a code. */
  remove(account: Account, client: Client | null): Promise<void>
}

export function createSecondFactors({ store, seal, limits, activity, runtime, now }: Deps): SecondFactors {
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
    if (step === null) throw wrongCode()
    await paid.cancel()
    return { factor, step }
  }

  return {
    isOn: async (accountId) => ((await store.find(accountId))?.confirmedAt ?? null) !== null,

    async accepts({ id }, text, client) {
      const { kind, code } = readCode(text)
      if (kind === 'recovery') return acceptsRecoveryCode(id, code, client)
      const factor = await store.find(id)
      return factor !== null && acceptsStep(factor, code)
    },

    async read(accountId) {
      const [factor, recoveryCodesLeft] = await Promise.all([
        store.find(accountId),
        store.countRecoveryCodes(accountId),
      ])
      return { confirmedAt: factor?.confirmedAt ?? null, recoveryCodesLeft }
    },

    async begin(account) {
      const secret = createSecret()
      const begun = await store.begin(account, seal.seal(secret, account.id), new Date(now()))
      if (begun === 'is_on') throw secondFactorIsOn()
      if (begun === 'outdated') throw wrongCurrentPassword()
      return describeSecret(secret, account.username)
    },

    async confirm(account, code, client) {
      const { factor, step } = await checkSetup(account, code, client)
      const codes = createRecoveryCodes()
      const confirmation = { step, codeHashes: codes.map(hashRecoveryCode), at: new Date(now()) }
      if (!(await store.confirm(factor, confirmation))) throw setupEnded()
      runtime.log.info({ account_id: account.id, request_id: client.requestId }, 'second_factor.on')
      await activity.record(account.id, 'second_factor_on', client)
      return codes
    },

    async remove(account, client) {
      const removed = await store.remove(account)
      if (removed === 'is_off') throw secondFactorIsOff()
      if (removed === 'outdated') throw wrongCurrentPassword()
      runtime.log.info({ account_id: account.id, request_id: client?.requestId ?? null }, 'second_factor.off')
      await activity.record(account.id, 'second_factor_off', client)
    },
  }
}
