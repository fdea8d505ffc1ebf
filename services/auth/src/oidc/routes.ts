import { ownerPrefixes } from '@callwright/contracts'
import { getPersistentUser, type Handlers, type Runtime } from '@callwright/service'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Accounts } from '../accounts/accounts.ts'
import type { Activity } from '../accounts/activity.ts'
import { oidcNotLinked, sessionEnded } from '../errors.ts'
import { readClient, readSigningClient } from '../requests.ts'
import type { DeviceCookie } from '../sessions/devices.ts'
import type { RespondWithSession } from '../sessions/routes.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { OIDC_SECONDS, type OidcSignIns } from './oidc.ts'
import type { OidcSettings } from './settings.ts'
import type { OidcStore } from './store.ts'

interface Deps {
  /** Null if the operator has set no provider. */
  readonly settings: OidcSettings | null
  readonly signIns: OidcSignIns
  readonly sessions: Pick<Sessions, 'start'>
  readonly respondWithSession: RespondWithSession
  readonly device: Pick<DeviceCookie, 'find'>
  readonly secure: boolean
  readonly accounts: Pick<Accounts, 'find' | 'confirmFully'>
  readonly store: Pick<OidcStore, 'listLinks' | 'unlink'>
  readonly activity: Pick<Activity, 'record'>
  readonly runtime: Pick<Runtime, 'log'>
}

type SignInHandlers = Pick<Handlers<'auth'>, 'auth.oidc' | 'auth.oidcStart' | 'auth.oidcSignIn' | 'auth.oidcChallenge'>
type LinkHandlers = Pick<Handlers<'auth'>, 'auth.oidcLinks' | 'auth.removeOidcLinks'>

export function createOidcHandlers(deps: Deps): SignInHandlers & LinkHandlers {
  return { ...createSignInHandlers(deps), ...createLinkHandlers(deps) }
}

function createSignInHandlers(deps: Deps): SignInHandlers {
  const { settings, signIns, sessions, respondWithSession, device, secure } = deps
  const cookie = createOidcCookie(secure)
  return {
    'auth.oidc': () => ({ status: 'success', name: settings?.name ?? null }),
    'auth.oidcStart': async ({ body, request, reply }) => {
      const { url, secret } = await signIns.start(body.invitation, readClient(request))
      cookie.set(reply, secret)
      return { status: 'success', url }
    },
    'auth.oidcSignIn': async ({ body, request, reply }) => {
      const client = readSigningClient(request, device)
      const account = await signIns.signIn(cookie.read(request), body, client)
      const grant = await sessions.start(account, client)
      cookie.clear(reply)
      return respondWithSession(reply, account, grant)
    },
    'auth.oidcChallenge': async ({ body, request }) => ({
      status: 'success',
      options: await signIns.challenge(cookie.read(request), body.password, readSigningClient(request, device)),
    }),
  }
}

const DEMO = 'Demo accounts are not connected to a sign-in provider.'

function createLinkHandlers({ settings, accounts, store, activity, runtime, device }: Deps): LinkHandlers {
  const hrefOf = (issuer: string) => new URL(issuer).href
  const nameOf = (issuer: string) =>
    settings !== null && hrefOf(issuer) === hrefOf(settings.issuer) ? settings.name : new URL(issuer).host
  return {
    'auth.oidcLinks': async ({ identity }) => {
      const { userId } = getPersistentUser(identity, DEMO)
      const [account, links] = await Promise.all([accounts.find(userId), store.listLinks(userId)])
      if (account === null) throw sessionEnded()
      return {
        status: 'success',
        links: links.map(({ issuer, createdAt }) => ({ provider: nameOf(issuer), linked_at: createdAt.toISOString() })),
        has_password: account.passwordHash !== null,
      }
    },
    'auth.removeOidcLinks': async ({ identity, body, request }) => {
      const { userId } = getPersistentUser(identity, DEMO)
      const client = readSigningClient(request, device)
      // Checked first, so that the request does not use a code up in vain.
      if ((await store.listLinks(userId)).length === 0) throw oidcNotLinked()
      const account = await accounts.confirmFully(userId, body, client)
      if (!(await store.unlink(account.id))) throw oidcNotLinked()
      runtime.log.info({ account_id: account.id, request_id: client.requestId }, 'oidc.unlinked')
      await activity.record(account.id, 'oidc_unlinked', client)
      return null
    },
  }
}

/**
 * Binds a sign-in to the browser that started it, so that no user can be signed in with another person's answer. Only our
 * own page sends it, after the provider has sent the user back to that page.
 */
function createOidcCookie(secure: boolean) {
  const name = `${secure ? '__Host-' : ''}callwright_oidc`
  const attributes: CookieSerializeOptions = {
    ...{ httpOnly: true, sameSite: 'strict', secure },
    path: secure ? '/' : (ownerPrefixes.auth[0] ?? '/'),
  }
  return {
    read: (request: FastifyRequest) => request.cookies[name],
    set: (reply: FastifyReply, secret: string) =>
      reply.setCookie(name, secret, { ...attributes, maxAge: OIDC_SECONDS }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, attributes),
  }
}
