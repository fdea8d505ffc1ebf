import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { ownerPrefixes } from '@callwright/contracts'
import { digestToken } from '@callwright/service'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../accounts/store.ts'

const LIFE_SECONDS = 180 * 24 * 60 * 60
const NAME = 'callwright_device'
const ID_BYTES = 16

type DeviceAccount = Pick<Account, 'id' | 'passwordHash'>

export interface DeviceCookie {
  /** Id of this browser if it has signed in with the account's current password, otherwise null. */
  find(request: FastifyRequest, account: DeviceAccount): string | null
  /** Marks this browser as a known device of the account, unless it is one. */
  set(reply: FastifyReply, account: DeviceAccount): void
}

/**
 * A cookie that a browser keeps after it has signed in to an account, also after signing out. It gives no access. It
 * only keeps strangers' wrong passwords from locking the owner out (S9): each known device has a limit of its own, so
 * that no device can lock out another. A new password makes all devices unknown, and so does a rotation of the token
 * key, from which this key is derived.
 */
export function createDeviceCookie(options: { secure: boolean; privateKeyPem: string }): DeviceCookie {
  const { secure, privateKeyPem } = options
  const key = Buffer.from(hkdfSync('sha256', privateKeyPem, '', 'callwright device cookie', 32))
  const macOf = (device: string, { id, passwordHash }: DeviceAccount) =>
    createHmac('sha256', key).update(`${id}\n${device}\n${passwordHash}`).digest('base64url')
  const nameOf = ({ id }: DeviceAccount) => `${secure ? '__Host-' : ''}${NAME}_${digestToken(id).slice(0, 16)}`
  const attributes: CookieSerializeOptions = {
    httpOnly: true,
    sameSite: 'strict',
    secure,
    path: secure ? '/' : (ownerPrefixes.auth[0] ?? '/'),
    maxAge: LIFE_SECONDS,
  }

  function find(request: FastifyRequest, account: DeviceAccount): string | null {
    const [device = '', mac = ''] = (request.cookies[nameOf(account)] ?? '').split('.')
    const presented = Buffer.from(mac)
    const expected = Buffer.from(macOf(device, account))
    return presented.length === expected.length && timingSafeEqual(presented, expected) ? device : null
  }

  return {
    find,
    set(reply, account) {
      if (find(reply.request, account) !== null) return
      const device = randomBytes(ID_BYTES).toString('base64url')
      reply.setCookie(nameOf(account), `${device}.${macOf(device, account)}`, attributes)
    },
  }
}
