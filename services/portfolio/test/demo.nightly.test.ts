import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe } from '@jest/globals'
import { testExamples } from './demo-examples.ts'

const recordedDay = resolve(import.meta.dirname, '../../../../shared/market-data/us-2026-07-10')
const isThere = existsSync(recordedDay)
if (!isThere)
  process.stderr.write('\n*** SKIPPED: examples of the recorded day: ../shared/market-data is not there ***\n\n')
const whenThere = isThere ? describe : describe.skip

whenThere('the examples of a recorded market', () =>
  testExamples({ MARKET_DATA_PROVIDER: 'recorded', RECORDED_DATA_DIR: recordedDay }),
)
