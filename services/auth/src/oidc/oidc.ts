import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Body } from '@callwright/contracts'
import type { Runtime } from '@callwright/service'
import type { Accounts } from '../accounts/accounts.ts'
import type { Activity } from '../accounts/activity.ts'
import { hashInvitation } from '../accounts/invitations.ts'
import type { Limits } from '../accounts/limits.ts'
import { normalizeName } from '../accounts/password-policy.ts'
import type { Account, AccountStore } from '../accounts/store.ts'
import type { Config } from '../config.ts'
import {
  accountDisabled,
  accountTaken,
  invitationNeeded,
  linkImpossible,
  linkNeeded,
  linkTaken,
  oidcExpired,
  oidcNoEmail,
  oidcOff,
  signInFactorNeeded,
  signUpClosed,
  wrongCredentials,
  wrongSignInFactor,
} from '../errors.ts'
import type { Client, SigningClient } from '../requests.ts'
import type { Passkeys } from '../second-factor/passkeys.ts'
import { describeMeans, type Proof, type SecondFactors } from '../second-factor/second-factor.ts'
import type { Claims, OidcProvider } from './provider.ts'
import type { OidcSignIn, OidcStore } from './store.ts'

const SECRET_BYTES = 32
export const OIDC_SECONDS = 10 * 60
const USERNAME_TRIES = 5

export interface OidcSignIns {
  /** Starts a sign-in. Returns the provider's address, and the secret that the browser keeps in a cookie. */
  start(invitation: string | undefined, client: Client): Promise<{ readonly url: string; readonly secret: string }>
  /**
   * Continues a sign-in with the provider's answer, and then with the password or second factor that is still needed.
   * Throws a problem that names the next step.
   */
  signIn(secret: string | undefined, form: Body<'auth.oidcSignIn'>, client: SigningClient): Promise<Account>
  /** Creates a challenge for the passkeys of the account that is signing in, with its password if it is to be linked. */
  challenge(
    secret: string | undefined,
    password: string | undefined,
    client: SigningClient,
  ): ReturnType<Passkeys['challenge']>
}

interface Deps {
  /** Null if the operator has set no provider. */
  readonly provider: OidcProvider | null
  readonly name: string
  readonly store: OidcStore
  readonly accountStore: Pick<AccountStore, 'findByName'>
  readonly accounts: Pick<Accounts, 'signIn' | 'checkForPasskey'>
  readonly secondFactors: Pick<SecondFactors, 'isOn' | 'accepts' | 'read'>
  readonly passkeys: Pick<Passkeys, 'challenge'>
  readonly limits: Limits
  readonly activity: Pick<Activity, 'record'>
  readonly signUp: Config['signUp']
  readonly runtime: Pick<Runtime, 'log'>
  readonly now: () => number
  readonly newId: () => string
}

/** A sign-in whose user the provider has confirmed. */
type Confirmed = OidcSignIn & { readonly issuer: string; readonly subject: string }

export function createOidcSignIns(deps: Deps): OidcSignIns {
  const { provider, name, store, accountStore, accounts, secondFactors, passkeys, limits, activity } = deps
  const { signUp, runtime, now, newId } = deps

  async function find(secret: string | undefined): Promise<OidcSignIn> {
    if (provider === null) throw oidcOff()
    const found = secret === undefined ? null : await store.find(hashSecret(secret), new Date(now()))
    if (found === null) throw oidcExpired()
    return found
  }

  /** Uses the provider's answer once. If that fails, the sign-in is over. */
  async function confirm(signIn: OidcSignIn, answer: string | undefined): Promise<Confirmed> {
    const { secretHash, issuer, subject } = signIn
    if (issuer !== null && subject !== null) return { ...signIn, issuer, subject }
    if (provider === null || answer === undefined || !(await store.takeAnswer(secretHash))) throw oidcExpired()
    let claims: Claims
    try {
      claims = await provider.readClaims(answer, signIn)
    } catch (error) {
      await store.remove(secretHash)
      throw error
    }
    await store.setClaims(secretHash, claims)
    return { ...signIn, ...claims }
  }

  async function requireFactor(account: Account, proof: Proof, client: SigningClient): Promise<void> {
    if (!(await secondFactors.isOn(account.id))) return
    if (proof.code === undefined && proof.passkey === undefined) {
      throw signInFactorNeeded(describeMeans(await secondFactors.read(account.id)))
    }
    const paid = await limits.beginSignIn(account.usernameKey, client.address, client.findDevice(account))
    const isAccepted = await secondFactors.accepts(account, proof, client).catch(async (error: unknown) => {
      await paid.cancel()
      throw error
    })
    if (isAccepted) return paid.succeed()
    await activity.record(account.id, 'sign_in_failed', client)
    throw wrongSignInFactor(proof.passkey !== undefined)
  }

  /** An email proves nothing to us, so its account is linked only with the account's own password. */
  async function link(signIn: Confirmed, existing: Account, form: Body<'auth.oidcSignIn'>, client: SigningClient) {
    if (existing.passwordHash === null) throw linkImpossible(existing.email)
    const { password, code, passkey } = form
    if (password === undefined) throw linkNeeded(existing.email, name)
    const credentials = { username: existing.email, password, ...(code && { code }), ...(passkey && { passkey }) }
    const account = await accounts.signIn(credentials, client)
    const linked = await store.link(signIn, account, new Date(now()))
    if (linked === 'outdated') throw wrongCredentials()
    if (linked === 'ended') throw oidcExpired()
    if (linked === 'taken') throw linkTaken(name)
    runtime.log.info({ account_id: account.id, request_id: client.requestId }, 'oidc.linked')
    await activity.record(account.id, 'oidc_linked', client)
    return account
  }

  async function create(signIn: Confirmed, email: string, client: Client): Promise<Account> {
    if (signUp === 'closed') throw signUpClosed()
    if (signUp === 'invitation' && signIn.invitationHash === null) throw invitationNeeded()
    const paid = await limits.beginRegistration(client.address)
    const base = suggestUsername(signIn.username ?? email)
    for (let tries = 0; tries < USERNAME_TRIES; tries += 1) {
      const username = tries === 0 ? base : `${base.slice(0, 27)}-${randomInt(1_000, 10_000)}`
      const account = {
        ...{ id: newId(), username, usernameKey: normalizeName(username), email, emailKey: normalizeName(email) },
        ...{ fullName: signIn.fullName, passwordHash: null, createdAt: new Date(now()), demoEndsAt: null },
      }
      const isCreated = await store
        .createAccount(account, signIn, signUp === 'invitation' ? signIn.invitationHash : null)
        .catch(async (error: unknown) => {
          await paid.cancel()
          throw error
        })
      if (!isCreated) continue
      await paid.succeed()
      await finish(signIn)
      runtime.log.info({ account_id: account.id, client_address: client.address }, 'account.registered')
      await activity.record(account.id, 'registered', client)
      return { ...account, disabledAt: null }
    }
    await paid.conflict()
    throw accountTaken()
  }

  async function finish({ secretHash }: OidcSignIn): Promise<void> {
    if (!(await store.remove(secretHash))) throw oidcExpired()
  }

  return {
    async start(invitation, client) {
      if (provider === null) throw oidcOff()
      await limits.beginOidc(client.address)
      const [secret, state, nonce, verifier] = [createText(), createText(), createText(), createText()]
      const url = await provider.buildUrl({ state, nonce, verifier })
      await store.insert({
        ...{ secretHash: hashSecret(secret), state, nonce, verifier },
        invitationHash: invitation === undefined ? null : hashInvitation(invitation),
        expiresAt: new Date(now() + OIDC_SECONDS * 1_000),
      })
      return { url, secret }
    },

    async signIn(secret, form, client) {
      const signIn = await confirm(await find(secret), form.answer)
      const linked = await store.findAccount(signIn)
      if (linked !== null) {
        if (linked.disabledAt !== null) throw accountDisabled()
        await requireFactor(linked, { code: form.code, passkey: form.passkey }, client)
        await finish(signIn)
        await activity.record(linked.id, 'signed_in', client)
        return linked
      }
      if (signIn.email === null) throw oidcNoEmail(name)
      const existing = await accountStore.findByName(normalizeName(signIn.email))
      return existing === null ? create(signIn, signIn.email, client) : link(signIn, existing, form, client)
    },

    async challenge(secret, password, client) {
      const { issuer, subject, email } = await find(secret)
      if (issuer === null || subject === null) throw oidcExpired()
      const linked = await store.findAccount({ issuer, subject })
      if (linked !== null) {
        if (linked.disabledAt !== null) throw accountDisabled()
        return passkeys.challenge(linked)
      }
      if (email === null || password === undefined) throw oidcExpired()
      return passkeys.challenge(await accounts.checkForPasskey({ username: email, password }, client))
    },
  }
}

const createText = (): string => randomBytes(SECRET_BYTES).toString('base64url')
const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Makes a valid username of the provider's name for the user, or of the email. */
function suggestUsername(text: string): string {
  const kept = (text.split('@')[0] ?? '').replaceAll(/[^A-Za-z0-9._-]/g, '').slice(0, 32)
  return kept.length < 3 ? `user-${randomInt(1_000, 10_000)}` : kept
}
