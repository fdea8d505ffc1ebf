import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { checkSecrets, checkTypes, failureText } from './static-checks.mjs'

const folder = mkdtempSync(join(tmpdir(), 'callwright-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

// Assembled at runtime, so that the check does not report this file.
const secrets = {
  'a private key': generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey,
  'a GitHub token': `ghp_${'a1B2c3D4e5F6'.repeat(3)}`,
  'a database URL': ['postgres://auth:', '@db.example:5432/x'].join('canary-password'),
}

test.each(Object.entries(secrets))('reports %s without printing it (S32)', async (name, secret) => {
  const file = join(folder, `${name.replaceAll(' ', '-')}.txt`)
  writeFileSync(file, `value: ${secret}\n`)
  const message = await checkSecrets([file]).then(
    () => 'nothing',
    (error: Error) => error.message,
  )
  expect(message).toContain(file)
  expect(message).not.toContain(secret)
})

test('accepts settings without secrets', async () => {
  const file = join(folder, 'settings.txt')
  writeFileSync(file, 'PORT=8080\nDATABASE_URL=postgres://localhost:5432/x\n')
  await expect(checkSecrets([file])).resolves.toBeUndefined()
})

test('checks types again in files that depend on a changed file, and repeats failures in unchanged ones', async () => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('tsconfig.json', '{"compilerOptions": {"strict": true, "noEmit": true, "types": []}, "include": ["*.ts"]}')
  write('count.ts', 'export const count = () => 1\n')
  write('use.ts', "import { count } from './count'\nexport const half: number = count() / 2\n")
  const check = async () => failureText(await checkTypes([join(folder, 'tsconfig.json')], folder))
  expect(await check()).toBe('')
  write('count.ts', "export const count = () => 'one'\n")
  const failure = await check()
  expect(failure).toContain('use.ts(2,')
  expect(await check()).toBe(failure)
  write('count.ts', 'export const count = () => 2\n')
  expect(await check()).toBe('')
})
