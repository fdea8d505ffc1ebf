import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedData } from '../support.ts'
import type { StubAnswer } from './stub-server.ts'

interface FixtureEntry {
  readonly file: string
  readonly provider: string
  readonly request: string
  readonly status: number
}

const fixtureFolder = join(sharedData, 'fixtures')
const CONTENT_TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  csv: 'text/csv',
  xml: 'application/xml',
  txt: 'text/plain',
}

export function listFixtures(provider: string): readonly FixtureEntry[] {
  const entries = JSON.parse(readFileSync(join(fixtureFolder, 'index.json'), 'utf8')) as readonly FixtureEntry[]
  return entries.filter((entry) => entry.provider === provider)
}

/** Response with a recorded payload: its bytes and status, compressed if the file is. */
export function fixtureAnswer(file: string, change: Partial<StubAnswer> = {}): StubAnswer {
  const entry = listFixtures(file.split('/', 1)[0] ?? '').find((candidate) => candidate.file === file)
  if (entry === undefined) throw new Error(`No fixture ${file} in index.json`)
  const packed = file.endsWith('.gz')
  const extension = file.replace(/\.gz$/, '').split('.').at(-1) ?? ''
  return {
    status: entry.status,
    headers: {
      'content-type': CONTENT_TYPES[extension] ?? 'application/octet-stream',
      ...(packed ? { 'content-encoding': 'gzip' } : {}),
    },
    body: readFileSync(join(fixtureFolder, file)),
    ...change,
  }
}
