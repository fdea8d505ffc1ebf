import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readTestUrl, spawnService } from '@callwright/service/testing'
import { describe } from '@jest/globals'

const MARKET_DATA = resolve(import.meta.dirname, '../../market-data/src')

/** Folder of the recorded day, next to the checkout. */
export const recordedDay = resolve(import.meta.dirname, '../../../../shared/market-data/us-2026-07-10')
const hasRecordedDay = existsSync(recordedDay)
/** Groups tests that need the recorded day; skips them with a notice if it is missing. */
export function describeRecorded(name: string, tests: () => void): void {
  if (!hasRecordedDay) process.stderr.write(`\n*** SKIPPED: ${name}: ../shared/market-data is not there ***\n\n`)
  const whenRecorded = hasRecordedDay ? describe : describe.skip
  whenRecorded(name, tests)
}

/** Starts the real market-data in its own process, because services communicate only over HTTP. */
export function startMarketData(dataDir: string, packFolder: string) {
  return spawnService(join(MARKET_DATA, 'main.ts'), {
    DATA_DIR: dataDir,
    REDIS_CACHE_URL: readTestUrl('TEST_REDIS_URL'),
    MARKET_DATA_PROVIDER: 'recorded',
    RECORDED_DATA_DIR: packFolder,
  })
}

/** Generates the invented market for checkouts without recorded data. */
export async function makeInventedPack(folder: string): Promise<void> {
  const script = join(MARKET_DATA, 'providers/recorded/make-invented-pack.ts')
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The invented pack could not be made (${code})`)
}
