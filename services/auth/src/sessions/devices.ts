import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { ownerPrefixes } from '@callwright/contracts'
import { digestToken } from '@callwright/service'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

const LIFE_SECONDS = 180 * 24 * 60 * 60
const NAME = 'callwright_device'

export interface DeviceCookie {
  /** Whether this browser has signed in to the account before. */
  isKnown(request: FastifyRequest, accountId: string): boolean
  set(reply: FastifyReply, accountId: string): void
}

/**
 * A cookie that a browser keeps after it has signed in to an account, also after signing out. It gives no access. It
 * only keeps strangers' wrong passwords from locking the owner out (S9), because a known device has a limit of its own.
 * The key is derived from the token key, so a rotation of that key makes all devices new.
 */
export function createDeviceCookie(options: { secure: boolean; privateKeyPem: string }): DeviceCookie {
  const { secure, privateKeyPem } = options
  const key = Buffer.from(hkdfSync('sha256', privateKeyPem, '', 'callwright device cookie', 32))
  const macOf = (accountId: string) => createHmac('sha256', key).update(accountId).digest('base64url')
  const nameOf = (accountId: string) => `${secure ? '__Host-' : ''}${NAME}_${digestToken(accountId).slice(0, 16)}`
  const attributes: CookieSerializeOptions = {
    httpOnly: true,
    sameSite: 'strict',
    secure,
    path: secure ? '/' : (ownerPrefixes.auth[0] ?? '/'),
    maxAge: LIFE_SECONDS,
  }
  return {
    isKnown(request, accountId) {
      const presented = Buffer.from(request.cookies[nameOf(accountId)] ?? '')
      const expected = Buffer.from(macOf(accountId))
      return presented.length === expected.length && timingSafeEqual(presented, expected)
    },
    set(reply, accountId) {
      reply.setCookie(nameOf(accountId), macOf(accountId), attributes)
    },
  }
}
