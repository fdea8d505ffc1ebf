import { createPublicKey, randomUUID } from 'node:crypto'
import { createKeyPair } from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { describe, expect, test } from '@jest/globals'
import { createDecoder, createVerifier } from 'fast-jwt'
import { createAccessTokens } from './access-tokens.ts'
import { readSigningKey } from './signing-key.ts'

const now = Date.parse('2026-11-20T15:00:00.700Z')
const seconds = Math.floor(now / 1_000)
const subject = {
  accountId: 'account-1',
  sessionId: 'session-1',
  isDemo: false,
  sessionEndsAt: new Date(now + 86_400_000),
}
const key = readSigningKey({ ...buildTestConfig(), accessTokenPrivateKey: null })
const tokens = createAccessTokens(key, () => now, randomUUID)
const { text: token, lifeSeconds } = tokens.issue(subject)

function verify(publicKey: string, atMs: number) {
  return createVerifier({
    key: publicKey,
    algorithms: ['EdDSA'],
    allowedIss: 'callwright-auth',
    allowedAud: 'callwright',
    requiredClaims: ['sub', 'sid', 'jti', 'iat', 'nbf', 'exp'],
    clockTimestamp: atMs,
    cache: false,
  })(token)
}
const ownKey = createPublicKey({ key: { ...key.jwk }, format: 'jwk' })
  .export({ type: 'spki', format: 'pem' })
  .toString()

describe('an access token', () => {
  test('names the session, lives 15 minutes and carries the key it was signed with', () => {
    const { header, payload } = createDecoder({ complete: true })(token) as Record<string, Record<string, unknown>>
    expect(header).toEqual({ alg: 'EdDSA', typ: 'JWT', kid: key.jwk.kid })
    expect(payload).toEqual({
      iss: 'callwright-auth',
      aud: 'callwright',
      sub: 'account-1',
      sid: 'session-1',
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: seconds,
      nbf: seconds - 60,
      exp: seconds + 900,
    })
    expect(lifeSeconds).toBe(900)
  })

  test('says that it is of the demo, and ends with its session', () => {
    const demo = tokens.issue({ ...subject, isDemo: true, sessionEndsAt: new Date((seconds + 100) * 1_000) })
    expect(createDecoder()(demo.text)).toMatchObject({ demo: true, exp: seconds + 100 })
    expect(demo.lifeSeconds).toBe(100)
  })

  test('verifies by the published key alone', () => {
    expect(verify(ownKey, now)).toMatchObject({ sub: 'account-1' })
    expect(() => verify(createKeyPair().publicKey, now)).toThrow(/signature/)
  })

  test('is good from a minute before its issue to 15 minutes after', () => {
    expect(verify(ownKey, now - 60_000)).toMatchObject({ sid: 'session-1' })
    expect(verify(ownKey, (seconds + 900) * 1_000)).toMatchObject({ sid: 'session-1' })
    expect(() => verify(ownKey, (seconds + 901) * 1_000)).toThrow(/expired/)
  })
})
