import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { readTestUrl } from '@callwright/service/testing'
import { describe } from '@jest/globals'

const MARKET_DATA = resolve(import.meta.dirname, '../../market-data/src')

/** The recorded day beside the checkout. */
export const recordedDay = resolve(import.meta.dirname, '../../../../shared/market-data/us-2026-07-10')
const hasRecordedDay = existsSync(recordedDay)
/** A group of tests on it; where it is not there it is counted as skipped, and that is said aloud. */
export function describeRecorded(name: string, tests: () => void): void {
  if (!hasRecordedDay) process.stderr.write(`\n*** SKIPPED: ${name}: ../shared/market-data is not there ***\n\n`)
  const whenRecorded = hasRecordedDay ? describe : describe.skip
  whenRecorded(name, tests)
}

/** The real market-data, as a process of its own: services meet over HTTP alone. */
export async function startMarketData(dataDir: string, packFolder: string) {
  const child = spawn(process.execPath, [join(MARKET_DATA, 'main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      OPS_PORT: '0',
      REDIS_CACHE_URL: readTestUrl('TEST_REDIS_URL'),
      MARKET_DATA_PROVIDER: 'recorded',
      RECORDED_DATA_DIR: packFolder,
    },
  })
  const port = await readPort(child)
  return {
    url: `http://127.0.0.1:${port}`,
    async close(): Promise<void> {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Makes the invented market of a checkout without recorded data. */
export async function makeInventedPack(folder: string): Promise<void> {
  const script = join(MARKET_DATA, 'providers/recorded/make-invented-pack.ts')
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The invented pack could not be made (${code})`)
}

async function readPort(child: ChildProcess): Promise<number> {
  if (child.stdout === null) throw new Error('The output of market-data cannot be read')
  for await (const line of createInterface({ input: child.stdout })) {
    const entry = JSON.parse(line) as { event?: string; port?: number }
    if (entry.event === 'service.listening' && entry.port !== undefined) {
      child.stdout.resume()
      return entry.port
    }
  }
  throw new Error('market-data ended before it listened')
}
