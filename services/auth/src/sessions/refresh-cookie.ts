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
 * Over HTTPS, the cookie has the `__Host-` prefix, which requires Secure and Path=/ and keeps other hosts from setting
 * it. Plain HTTP, as in development, allows neither the prefix nor Secure, so the cookie gets a narrower path instead
 * (S15).
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

/** Logs that the cookie is not Secure, which is normal in development and a mistake in production. */
export function logCookieSecurity(
  log: Pick<Runtime['log'], 'info' | 'warn'>,
  { cookieSecure, profile }: Pick<Config, 'cookieSecure' | 'profile'>,
): void {
  if (!cookieSecure) log[profile === 'production' ? 'warn' : 'info']({ setting: 'COOKIE_SECURE' }, 'cookie.not_secure')
}
