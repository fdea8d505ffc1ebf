import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { PushSubscription } from '../../src/alerts/channels/message.ts'
import type { ReceivedPost } from './http-receiver.ts'

const KEY_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const POINT_BYTES = 65

/** A browser with a push subscription: it decrypts what its push service received, by either standard encoding. */
export function createPushBrowser() {
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)

  function decryptBody({ headers, body }: ReceivedPost): string {
    if (headers['content-encoding'] === 'aes128gcm') {
      const idLength = body[20] ?? 0
      const server = body.subarray(21, 21 + idLength)
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), server])
      const ikm = derive({ salt: auth, secret: keys.computeSecret(server), info, length: 32 })
      const plain = open(body.subarray(21 + idLength), { salt: body.subarray(0, 16), ikm, name: 'aes128gcm' })
      return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
    }
    const server = readParameter(String(headers['crypto-key']), 'dh')
    const info = Buffer.from('Content-Encoding: auth\0')
    const ikm = derive({ salt: auth, secret: keys.computeSecret(server), info, length: 32 })
    const sizes = Buffer.from([0, POINT_BYTES])
    const context = Buffer.concat([Buffer.from('P-256\0'), sizes, keys.getPublicKey(), sizes, server])
    const plain = open(body, { salt: readParameter(String(headers.encryption), 'salt'), ikm, name: 'aesgcm', context })
    return plain.subarray(2 + plain.readUInt16BE(0)).toString('utf8')
  }

  return {
    subscribe: (endpoint: string): PushSubscription => ({
      endpoint,
      keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
    }),
    decrypt: (post: ReceivedPost): unknown => JSON.parse(decryptBody(post)),
  }
}

interface Sealed {
  readonly salt: Buffer
  readonly ikm: Buffer
  readonly name: 'aesgcm' | 'aes128gcm'
  readonly context?: Buffer
}

function open(sealed: Buffer, { salt, ikm, name, context = Buffer.alloc(0) }: Sealed): Buffer {
  const [key, nonce] = [[name, KEY_BYTES] as const, ['nonce', NONCE_BYTES] as const].map(([label, length]) => {
    const info = Buffer.concat([Buffer.from(`Content-Encoding: ${label}\0`), context])
    return derive({ salt, secret: ikm, info, length })
  })
  if (key === undefined || nonce === undefined) throw new Error('No key was derived')
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
}

function derive(given: {
  readonly salt: Buffer
  readonly secret: Buffer
  readonly info: Buffer
  readonly length: number
}) {
  return Buffer.from(hkdfSync('sha256', given.secret, given.salt, given.info, given.length))
}

function readParameter(header: string, name: string): Buffer {
  const [, value = ''] = new RegExp(`${name}=([\\w-]+)`).exec(header) ?? []
  return Buffer.from(value, 'base64url')
}

/** The claims of the sender, as a push service checks them with the key of the subscription. */
export function readVapidClaims({ headers }: ReceivedPost, publicKey: string): unknown {
  const [, head = '', claims = '', signature = ''] =
    /([\w-]+)\.([\w-]+)\.([\w-]+)/.exec(String(headers.authorization)) ?? []
  const point = Buffer.from(publicKey, 'base64url')
  const x = point.subarray(1, 33).toString('base64url')
  const y = point.subarray(33).toString('base64url')
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const isValid = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  return isValid ? JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) : null
}
