import { existsSync, mkdtempSync } from 'node:fs'
import { cp, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeInventedPack } from '../make-invented-pack.ts'

/** Folder of the invented market that all test files in a run share. The first one to need the market creates it. */
const inventedFolder = join(tmpdir(), `callwright-invented-${process.ppid}`)

/** Copies the invented market to a separate folder. */
export async function makeInventedFolder(): Promise<string> {
  const folder = join(mkdtempSync(join(tmpdir(), 'callwright-pack-')), 'invented')
  if (!existsSync(inventedFolder)) {
    await makeInventedPack(folder)
    // Another test file may have created the folder first. Its market is identical.
    await rename(folder, inventedFolder).catch(() => undefined)
  }
  await cp(inventedFolder, folder, { recursive: true })
  return folder
}
