import { existsSync, mkdtempSync } from 'node:fs'
import { cp, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeInventedPack } from '../make-invented-pack.ts'

/** Invented market shared by all test files of a run; the first test file that needs it creates it. */
const inventedFolder = join(tmpdir(), `callwright-invented-${process.ppid}`)

/** A separate folder with a copy of the invented market. */
export async function makeInventedFolder(): Promise<string> {
  const folder = join(mkdtempSync(join(tmpdir(), 'callwright-pack-')), 'invented')
  if (!existsSync(inventedFolder)) {
    await makeInventedPack(folder)
    // Another test file may have been first; its market is identical.
    await rename(folder, inventedFolder).catch(() => undefined)
  }
  await cp(inventedFolder, folder, { recursive: true })
  return folder
}
