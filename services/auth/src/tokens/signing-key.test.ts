import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createKeyPair } from '@callwright/service'
import { buildTestConfig } from '@callwright/service/testing'
import { describe, expect, test } from '@jest/globals'
import { buildPublicJwk, readSigningKey } from './signing-key.ts'

describe('the signing key', () => {
  test('has the thumbprint that RFC 8037 appendix A.3 works out as its kid', () => {
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    expect(buildPublicJwk(key)).toEqual({
      ...jwk,
      kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
      alg: 'EdDSA',
      use: 'sig',
    })
  })

  test('is made once and read back by every process on the same folder', () => {
    const config = { ...buildTestConfig(), accessTokenPrivateKey: null }
    const first = readSigningKey(config)
    expect(existsSync(join(config.dataDir, 'secrets', 'access-token.pem'))).toBe(true)
    expect(readSigningKey(config)).toEqual(first)
  })

  test('the production profile makes none', () => {
    const config = { ...buildTestConfig({ profile: 'production' }), accessTokenPrivateKey: null }
    expect(() => readSigningKey(config)).toThrow(/provide access-token\.pem/)
  })

  test('may come from the environment, with escaped line ends too', () => {
    const config = buildTestConfig({ profile: 'production' })
    const { privateKey } = createKeyPair()
    const given = readSigningKey({ ...config, accessTokenPrivateKey: privateKey })
    const escaped = readSigningKey({ ...config, accessTokenPrivateKey: privateKey.replaceAll('\n', '\\n') })
    expect(escaped).toEqual(given)
  })

  test('any other kind of key is refused without repeating it', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    for (const wrong of [pem, 'not a key']) {
      const read = () => readSigningKey({ ...buildTestConfig(), accessTokenPrivateKey: wrong })
      expect(read).toThrow(/must be an Ed25519 private key/)
      expect(read).not.toThrow(wrong)
    }
  })
})
