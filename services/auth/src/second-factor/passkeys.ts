import { createHash, randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { CreationOptions, NewPasskey, PasskeyAnswer, RequestOptions } from '@callwright/contracts'
import { AppError, type Runtime } from '@callwright/service'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Activity } from '../accounts/activity.ts'
import type { Account } from '../accounts/store.ts'
import {
  invalidFields,
  noPasskey,
  passkeyIsKnown,
  passkeyNotFound,
  passkeyRefused,
  passkeysNotAvailable,
  secondFactorAdded,
  tooManyPasskeys,
  wrongCurrentPassword,
} from '../errors.ts'
import type { Client } from '../requests.ts'
import { createRecoveryCodes, hashRecoveryCode } from './codes.ts'
import { type ChallengePurpose, MAX_PASSKEYS, type Passkey, type PasskeyStore } from './passkey-store.ts'

const NAME = 'Callwright'
const CHALLENGE_BYTES = 32
const CHALLENGE_MS = 5 * 60_000
/** EdDSA, ES256 and RS256: every authenticator supports one of them. */
const ALGORITHMS = [-8, -7, -257]
const controlCharacter = /\p{Cc}/u

/** The site that passkeys belong to. */
interface Site {
  readonly id: string
  readonly origin: string
}

/** Browsers allow passkeys on sites with a name and HTTPS, and on localhost. Returns null for any other address. */
export function readSite(publicUrl: string): Site | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isLocal || (protocol === 'https:' && !isAddress) ? { id: hostname, origin } : null
}

interface Added {
  readonly passkey: Passkey
  /** Null if the account has recovery codes already. */
  readonly recoveryCodes: readonly string[] | null
}

export interface Passkeys {
  /** Address at which passkeys work; null if they do not work on this server. */
  readonly origin: string | null
  list(accountId: string): Promise<readonly Passkey[]>
  /** Creates a challenge for the account's passkeys. The caller has checked the password. */
  challenge(account: Account): Promise<RequestOptions>
  /** Uses the challenge of an answer up. The caller has checked the password, and counts refused answers. */
  accepts(account: Account, answer: PasskeyAnswer, client: Client): Promise<boolean>
  /**
   * Creates a challenge for a new passkey. The caller has checked the password and the second factor, and had read
   * before that whether two-factor sign-in was on.
   */
  begin(account: Account, wasOn: boolean): Promise<CreationOptions>
  add(
    account: Account,
    form: { readonly name: string; readonly credential: NewPasskey },
    client: Client,
  ): Promise<Added>
  rename(accountId: string, form: { readonly id: string; readonly name: string }, client: Client): Promise<Passkey>
  remove(account: Account, id: string, client: Client): Promise<void>
}

interface Deps {
  readonly store: PasskeyStore
  readonly publicUrl: string
  readonly activity: Pick<Activity, 'record'>
  readonly runtime: Pick<Runtime, 'log'>
  readonly now: () => number
  readonly newId: () => string
}

export function createPasskeys({ store, publicUrl, activity, runtime, now, newId }: Deps): Passkeys {
  const site = readSite(publicUrl)

  function requireSite(): Site {
    if (site === null) throw passkeysNotAvailable()
    return site
  }

  async function createChallenge(account: Account, purpose: ChallengePurpose, wasOn = true): Promise<string> {
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
    const expiresAt = new Date(now() + CHALLENGE_MS)
    const kept = { challengeHash: hashChallenge(challenge), accountId: account.id, purpose, expiresAt }
    const inserted = await store.insertChallenge(account, kept, wasOn)
    if (inserted === 'outdated') throw wrongCurrentPassword()
    if (inserted === 'unproved') throw secondFactorAdded()
    return challenge
  }

  /** The library calls it with the challenge that was signed. */
  const useChallenge = (accountId: string, purpose: ChallengePurpose) => (challenge: string) =>
    store.useChallenge({ challengeHash: hashChallenge(challenge), accountId, purpose }, new Date(now()))

  function refuse(account: Account, error: unknown, client: Client): void {
    // Most failures are of the client. The library reports all of them with plain errors.
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
    runtime.log.warn({ account_id: account.id, request_id: client.requestId, reason }, 'passkey.refused')
  }

  const expected = ({ id, origin }: Site) =>
    ({ expectedOrigin: origin, expectedRPID: id, requireUserVerification: false }) as const

  async function verifyNew(account: Account, response: NewPasskey, client: Client) {
    const expectedChallenge = useChallenge(account.id, 'registration')
    try {
      const given = { response, expectedChallenge, supportedAlgorithmIDs: ALGORITHMS }
      const { registrationInfo } = await verifyRegistrationResponse({ ...given, ...expected(requireSite()) })
      if (registrationInfo !== undefined) return registrationInfo.credential
    } catch (error) {
      if (error instanceof AppError) throw error
      refuse(account, error, client)
    }
    throw passkeyRefused()
  }

  async function verifyAnswer(passkey: Passkey, response: PasskeyAnswer, at: Site): Promise<number | null> {
    const { accountId, publicKey, counter } = passkey
    const credential = { id: response.id, publicKey: new Uint8Array(publicKey), counter }
    const expectedChallenge = useChallenge(accountId, 'sign_in')
    const given = { response, expectedChallenge, credential }
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({ ...given, ...expected(at) })
    return verified ? authenticationInfo.newCounter : null
  }

  return {
    origin: site?.origin ?? null,
    list: (accountId) => store.list(accountId),

    async challenge(account) {
      const { id: rpId } = requireSite()
      const passkeys = await store.list(account.id)
      if (passkeys.length === 0) throw noPasskey()
      return {
        ...{ rpId, challenge: await createChallenge(account, 'sign_in'), timeout: CHALLENGE_MS },
        allowCredentials: passkeys.map(describeCredential),
        userVerification: 'preferred',
      }
    },

    async accepts(account, answer, client) {
      const found = (await store.list(account.id)).find(
        ({ credentialId }) => credentialId.toString('base64url') === answer.id,
      )
      if (site === null || found === undefined) return false
      try {
        const counter = await verifyAnswer(found, answer, site)
        return counter !== null && (await store.recordUse(found.id, counter, new Date(now())))
      } catch (error) {
        if (error instanceof AppError) throw error
        refuse(account, error, client)
        return false
      }
    },

    async begin(account, wasOn) {
      const { id, username } = account
      const { id: rpId } = requireSite()
      const passkeys = await store.list(id)
      if (passkeys.length >= MAX_PASSKEYS) throw tooManyPasskeys(MAX_PASSKEYS)
      return {
        rp: { id: rpId, name: NAME },
        user: { id: Buffer.from(id).toString('base64url'), name: username, displayName: username },
        ...{ challenge: await createChallenge(account, 'registration', wasOn), timeout: CHALLENGE_MS },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: passkeys.map(describeCredential),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
        attestation: 'none',
      }
    },

    async add(account, form, client) {
      const name = readName(form.name)
      const { id, publicKey, counter, transports } = await verifyNew(account, form.credential, client)
      const codes = createRecoveryCodes()
      const passkey: Passkey = {
        ...{ id: newId(), accountId: account.id, name, counter, transports: transports ?? [] },
        ...{ credentialId: Buffer.from(id, 'base64url'), publicKey: Buffer.from(publicKey) },
        ...{ createdAt: new Date(now()), lastUsedAt: null },
      }
      const added = await store.add(passkey, codes.map(hashRecoveryCode))
      if (added === 'known') throw passkeyIsKnown()
      if (added === 'too_many') throw tooManyPasskeys(MAX_PASSKEYS)
      runtime.log.info({ account_id: account.id, request_id: client.requestId }, 'passkey.added')
      await activity.record(account.id, 'passkey_added', client)
      if (added === 'first') await activity.record(account.id, 'second_factor_on', client)
      return { passkey, recoveryCodes: added === 'first' ? codes : null }
    },

    async rename(accountId, form, client) {
      const passkey = await store.rename(accountId, form.id, readName(form.name))
      if (passkey === null) throw passkeyNotFound()
      await activity.record(accountId, 'passkey_renamed', client)
      return passkey
    },

    async remove(account, id, client) {
      const removed = await store.remove(account, id)
      if (removed === 'unknown') throw passkeyNotFound()
      if (removed === 'outdated') throw wrongCurrentPassword()
      runtime.log.info({ account_id: account.id, request_id: client.requestId }, 'passkey.removed')
      await activity.record(account.id, 'passkey_removed', client)
      if (removed === 'last') await activity.record(account.id, 'second_factor_off', client)
    },
  }
}

const hashChallenge = (challenge: string): Buffer => createHash('sha256').update(challenge).digest()

const describeCredential = ({ credentialId, transports }: Passkey): RequestOptions['allowCredentials'][number] => ({
  ...{ id: credentialId.toString('base64url'), type: 'public-key' },
  transports: [...transports],
})

function readName(text: string): string {
  const name = text.trim()
  if (name === '') throw invalidFields([{ field: 'name', detail: 'Name is required' }])
  if (controlCharacter.test(name))
    throw invalidFields([{ field: 'name', detail: 'Name must be plain text on one line' }])
  return name
}
