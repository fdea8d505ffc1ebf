import { existsSync, mkdtempSync } from 'node:fs'
import { cp, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeInventedPack } from '../make-invented-pack.ts'

/** The invented market of all test files of a run, made by the one that needs it first. */
const inventedFolder = join(tmpdir(), `callwright-invented-${process.ppid}`)

/** A folder of its own holding the invented market. */
export async function makeInventedFolder(): Promise<string> {
  const folder = join(mkdtempSync(join(tmpdir(), 'callwright-pack-')), 'invented')
  if (!existsSync(inventedFolder)) {
    await makeInventedPack(folder)
    // Another test file may have been faster: its market is the same.
    await rename(folder, inventedFolder).catch(() => undefined)
  }
  await cp(inventedFolder, folder, { recursive: true })
  return folder
}
