import { mkdirSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { cleanUp, makeFolder } from '../testing/children.ts'
import { chooseFile, removeOldBackups } from './backup.mjs'
import { isEncrypted, packFolder, unpackFile } from './backup-file.mjs'

afterEach(cleanUp)

const DAMAGED = 'The backup cannot be read'
const ROWS = 'row\n'.repeat(200_000)

async function pack(passphrase: string | null) {
  const folder = makeFolder()
  const source = join(folder, 'source')
  mkdirSync(join(source, 'secrets'), { recursive: true })
  writeFileSync(join(source, 'rows.copy'), ROWS)
  writeFileSync(join(source, 'secrets', 'key.pem'), 'secret', { mode: 0o600 })
  const file = join(folder, 'data.backup')
  await packFolder(source, file, passphrase)
  const target = join(folder, 'target')
  mkdirSync(target)
  return { folder, file, target }
}

test.each([null, 'correct horse'])('what was packed is unpacked, with the passphrase %j', async (passphrase) => {
  const { folder, file, target } = await pack(passphrase)
  expect(isEncrypted(file)).toBe(passphrase !== null)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).sort()).toEqual(['data.backup', 'source', 'target'])
  await unpackFile(file, target, passphrase)
  expect(readFileSync(join(target, 'rows.copy'), 'utf8')).toBe(ROWS)
  expect(readFileSync(join(target, 'secrets', 'key.pem'), 'utf8')).toBe('secret')
  expect(statSync(join(target, 'secrets', 'key.pem')).mode & 0o077).toBe(0)
})

test('a wrong passphrase, a changed byte, a cut file and another file are rejected', async () => {
  const { folder, file, target } = await pack('correct horse')
  await expect(unpackFile(file, target, 'wrong')).rejects.toThrow(DAMAGED)
  await expect(unpackFile(file, target, null)).rejects.toThrow('Set BACKUP_PASSPHRASE')
  const changed = readFileSync(file)
  changed[changed.length - 100] = (changed.at(-100) ?? 0) ^ 1
  writeFileSync(join(folder, 'changed'), changed)
  await expect(unpackFile(join(folder, 'changed'), target, 'correct horse')).rejects.toThrow(DAMAGED)
  truncateSync(file, statSync(file).size - 5)
  await expect(unpackFile(file, target, 'correct horse')).rejects.toThrow(DAMAGED)
  const plain = await pack(null)
  truncateSync(plain.file, statSync(plain.file).size - 5)
  await expect(unpackFile(plain.file, plain.target, null)).rejects.toThrow(DAMAGED)
  writeFileSync(join(folder, 'other'), 'not a backup')
  await expect(unpackFile(join(folder, 'other'), target, null)).rejects.toThrow(DAMAGED)
})

test('backups in a folder are named after the time, and only the newest are kept', () => {
  const folder = makeFolder()
  const name = chooseFile({ file: undefined, dir: folder, now: new Date('2026-11-27T04:05:06.789Z') })
  expect(name).toBe(join(folder, 'callwright-20261127T040506Z.backup'))
  for (const day of ['20', '21', '22', '23']) writeFileSync(join(folder, `callwright-202611${day}T000000Z.backup`), '')
  writeFileSync(join(folder, 'mine.backup'), '')
  expect(removeOldBackups(folder, 2)).toEqual([
    'callwright-20261120T000000Z.backup',
    'callwright-20261121T000000Z.backup',
  ])
  expect(readdirSync(folder).sort()).toEqual([
    'callwright-20261122T000000Z.backup',
    'callwright-20261123T000000Z.backup',
    'mine.backup',
  ])
})
