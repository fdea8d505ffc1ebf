import { ownerPrefixes } from '@callwright/contracts'
import type { Runtime } from '@callwright/service'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

const BASE_NAME = 'callwright_refresh'

export interface RefreshCookie {
  read(request: FastifyRequest): string | undefined
  set(reply: FastifyReply, token: string, expiresAt: Date): void
  clear(reply: FastifyReply): void
}

/**
 * Over HTTPS the `__Host-` prefix, which demands Secure and Path=/, keeps other hosts from planting one. Plain-HTTP
 * development can have neither, and narrows the path instead (S15).
 */
export function createRefreshCookie(options: { secure: boolean; now: () => number }): RefreshCookie {
  const { secure, now } = options
  const name = secure ? `__Host-${BASE_NAME}` : BASE_NAME
  const attributes: CookieSerializeOptions = {
    httpOnly: true,
    sameSite: 'strict',
    secure,
    path: secure ? '/' : (ownerPrefixes.auth[0] ?? '/'),
  }
  return {
    read: (request) => request.cookies[name],
    set(reply, token, expiresAt) {
      const maxAge = Math.max(0, Math.ceil((expiresAt.getTime() - now()) / 1_000))
      reply.setCookie(name, token, { ...attributes, maxAge })
    },
    clear(reply) {
      reply.clearCookie(name, attributes)
    },
  }
}

/** A cookie over plain HTTP is usual on the developer's own machine and a fault anywhere else. */
export function noteCookieSecurity(
  log: Pick<Runtime['log'], 'info' | 'warn'>,
  { cookieSecure, profile }: Pick<Config, 'cookieSecure' | 'profile'>,
): void {
  if (!cookieSecure) log[profile === 'production' ? 'warn' : 'info']({ setting: 'COOKIE_SECURE' }, 'cookie.not_secure')
}
