import { ownerPrefixes } from '@callwright/contracts'
import type { Handlers } from '@callwright/service'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readClient, readSigningClient } from '../requests.ts'
import type { DeviceCookie } from '../sessions/devices.ts'
import type { RespondWithSession } from '../sessions/routes.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { OIDC_SECONDS, type OidcSignIns } from './oidc.ts'

interface Deps {
  /** Null if the operator has set no provider. */
  readonly name: string | null
  readonly signIns: OidcSignIns
  readonly sessions: Pick<Sessions, 'start'>
  readonly respondWithSession: RespondWithSession
  readonly device: Pick<DeviceCookie, 'find'>
  readonly secure: boolean
}

type OidcHandlers = Pick<Handlers<'auth'>, 'auth.oidc' | 'auth.oidcStart' | 'auth.oidcSignIn' | 'auth.oidcChallenge'>

export function createOidcHandlers({
  name,
  signIns,
  sessions,
  respondWithSession,
  device,
  secure,
}: Deps): OidcHandlers {
  const cookie = createOidcCookie(secure)
  return {
    'auth.oidc': () => ({ status: 'success', name }),
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
