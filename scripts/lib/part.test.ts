import { mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { createIdentitySigner } from '../../libs/service/src/identity.ts'
import { readOpsToken } from '../../libs/service/src/secrets.ts'
import { readApiConfig } from '../../services/screener/src/config.ts'
import { describePart, partEnvironment } from './part.mjs'

const host = '10.0.0.1'
const url = (port: number) => `http://${host}:${port}`
const common = {
  PUBLIC_URL: 'http://localhost:8080',
  PROFILE: 'development',
  REDIS_CACHE_URL: `redis://:p@${host}`,
  REDIS_QUEUE_URL: `redis://:p@${host}`,
  AUTH_URL: url(8081),
  MARKET_DATA_URL: url(8082),
  SCREENER_URL: `${url(8083)},http://10.0.0.3:8083`,
  PORTFOLIO_URL: url(8084),
  COACH_URL: url(8085),
}
const databaseUrls = { screener: `postgres://s:p@${host}/d?options=-c%20search_path%3Dscreener` }

function openDataDir() {
  const dataDir = mkdtempSync(join(tmpdir(), 'callwright-part-'))
  mkdirSync(join(dataDir, 'secrets'))
  const keys = { dataDir, profile: 'development', identityPrivateKey: null, identityPublicKeys: null } as const
  for (const owner of ['gateway', 'screener', 'portfolio'] as const) createIdentitySigner(keys, owner)
  readOpsToken({ dataDir, profile: 'development', opsToken: null })
  return dataDir
}

describe('settings of a part on another machine', () => {
  test('are a file with which the part starts, without the folder of secrets', () => {
    const given = { run: { common, databaseUrls }, dataDir: openDataDir(), env: {} }
    const env = parseEnv(describePart('screener', given))
    const settings = { host: '10.0.0.3', basePort: 8080, dataDir: '/data' }
    const config = readApiConfig({ ...env, ...partEnvironment('screener', settings, env) })
    expect(config).toMatchObject({
      host: '10.0.0.3',
      port: 8083,
      opsPort: 8103,
      databaseUrl: databaseUrls.screener,
      marketData: [{ url: url(8082), opsUrl: url(8102) }],
      identityPrivateKey: expect.stringMatching(/^-----BEGIN PRIVATE KEY-----\n[\w+/=\n]+\n-----END PRIVATE KEY-----$/),
      opsToken: expect.stringMatching(/.{20}/),
    })
    expect(Object.keys(config.identityPublicKeys ?? {})).toEqual(['gateway', 'screener', 'portfolio'])
  })

  test('are refused if the other machine cannot reach an address, or for an incomplete file', () => {
    const run = { common: { ...common, COACH_URL: 'http://127.0.0.1:8085' }, databaseUrls }
    const print = () => describePart('screener', { run, dataDir: openDataDir(), env: {} })
    expect(print).toThrow('Another machine cannot reach COACH_URL. Start the stack with PRIVATE_ADDRESS')
    expect(() => partEnvironment('coach', { host, basePort: 8080, dataDir: '/data' }, { COACH_URL: 'x' })).toThrow(
      'AUTH_URL, MARKET_DATA_URL, SCREENER_URL, PORTFOLIO_URL, OPS_TOKEN not set. On the machine of npm start, run: ' +
        'npm run -s part -- coach --settings',
    )
    const onLoopback = { host: '127.0.0.1', basePort: 8080, dataDir: '/data' }
    expect(() => partEnvironment('coach', onLoopback, {})).toThrow('Set PRIVATE_ADDRESS')
  })
})
