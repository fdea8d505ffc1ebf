import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { checkFolder } from './check-folder.ts'
import { INVENTED, writeInvented } from './invented-folder.ts'
import { folderLines } from './report-lines.ts'

const folders: string[] = []

/** Writes the invented folder with some changes and returns its path. `removeInvented` deletes the folder. */
export function invented(changes: Readonly<Record<string, string | null>> = {}): string {
  const folder = writeInvented(changes)
  folders.push(dirname(folder))
  return folder
}

export function removeInvented(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export function edited(name: string, from: string, to: string): Record<string, string> {
  const text = INVENTED[name] ?? ''
  if (!text.includes(from)) throw new Error(`${name} does not contain ${from}`)
  return { [name]: text.replace(from, to) }
}

export const reportOf = (changes: Readonly<Record<string, string | null>>, strict = false) =>
  folderLines(checkFolder(invented(changes)), strict)
