import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { CreationOptions, NewPasskey, PasskeyAnswer, RequestOptions } from '@callwright/contracts'

type Cbor = number | string | Buffer | Map<Cbor, Cbor>

/** Encodes what an attestation needs of CBOR: integers, texts, bytes and maps. */
function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, entry]) => [encodeCbor(key), encodeCbor(entry)])
  return Buffer.concat([head(5, value.size), ...entries])
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length])
  if (length < 256) return Buffer.from([(major << 5) | 24, length])
  return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
}

const USER_PRESENT = 1
const HAS_CREDENTIAL = 64
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const encode = (data: string | Buffer) => Buffer.from(data).toString('base64url')

/** Things that an attacker, or a browser on another site, can change. */
interface Changes {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly counter?: number
  readonly userPresent?: boolean
}

export type SoftwarePasskey = ReturnType<typeof createSoftwarePasskey>

/** An authenticator and its browser: one ES256 key, attestation `none`, and a counter that increases with each use. */
export function createSoftwarePasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let uses = 0

  function buildData(rpId: string, { counter, userPresent = true }: Changes, flags = 0): Buffer {
    if (counter === undefined) uses += 1
    const data = Buffer.alloc(37)
    sha256(rpId).copy(data)
    data.writeUInt8((userPresent ? USER_PRESENT : 0) | flags, 32)
    data.writeUInt32BE(counter ?? uses, 33)
    return data
  }

  const describeClient = (type: string, challenge: string, changes: Changes): Buffer =>
    Buffer.from(
      JSON.stringify({
        ...{ type, challenge: changes.challenge ?? challenge },
        ...{ origin: changes.origin ?? origin, crossOrigin: false },
      }),
    )

  return {
    id: encode(id),
    create({ challenge, rp }: CreationOptions, changes: Changes = {}): NewPasskey {
      const key = new Map<Cbor, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = buildData(changes.rpId ?? rp.id, changes, HAS_CREDENTIAL)
      const authData = Buffer.concat([data, Buffer.alloc(16), length, id, encodeCbor(key)])
      const attestation = new Map<Cbor, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...{ id: encode(id), rawId: encode(id), type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: encode(describeClient('webauthn.create', challenge, changes)),
          attestationObject: encode(encodeCbor(attestation)),
          transports: ['internal'],
        },
      }
    },
    answer({ challenge, rpId }: RequestOptions, changes: Changes = {}): PasskeyAnswer {
      const data = buildData(changes.rpId ?? rpId, changes)
      const clientData = describeClient('webauthn.get', challenge, changes)
      const signature = sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey)
      return {
        ...{ id: encode(id), rawId: encode(id), type: 'public-key', clientExtensionResults: {} },
        response: {
          clientDataJSON: encode(clientData),
          authenticatorData: encode(data),
          signature: encode(signature),
        },
      }
    },
  }
}
