import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { checkSecrets } from './secrets-check.mjs'

const folder = mkdtempSync(join(tmpdir(), 'callwright-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

// Put together here, or the search would find them in this file.
const secrets = {
  'a private key': generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey,
  'a token of GitHub': `ghp_${'a1B2c3D4e5F6'.repeat(3)}`,
  'the address of a database': ['postgres://auth:', '@db.example:5432/x'].join('canary-password'),
}

test.each(Object.entries(secrets))('%s is found, and not said back (S32)', async (name, secret) => {
  const file = join(folder, `${name.replaceAll(' ', '-')}.txt`)
  writeFileSync(file, `value: ${secret}\n`)
  const said = await checkSecrets([file]).then(
    () => 'nothing',
    (error: Error) => error.message,
  )
  expect(said).toContain(file)
  expect(said).not.toContain(secret)
})

test('a setting without a secret passes', async () => {
  const file = join(folder, 'settings.txt')
  writeFileSync(file, 'PORT=8080\nDATABASE_URL=postgres://localhost:5432/x\n')
  await expect(checkSecrets([file])).resolves.toBeUndefined()
})
