import { AppError, type ServiceClient } from '@callwright/service'
import { expect, test } from '@jest/globals'
import { inventFacts } from '../../test/invented-facts.ts'
import { createEnrichSymbolJob } from './jobs/enrich-symbol.ts'
import { HopelessError } from './jobs/job.ts'
import type { JobContext } from './row-statement.ts'
import type { RowToSave } from './row-store.ts'

const failAsked = () => {
  throw new Error('market-data was asked')
}

const context: JobContext = {
  ...{ runId: 'r', runSequence: 1, runState: 'running', stage: null, past: { callVolumes: [], ratings: [] } },
  ...{ source: 'invented', dataClass: 'recorded', asOf: new Date('2026-07-10T20:00:00Z') },
}

function setUp(answer: () => unknown, found: JobContext = context) {
  const saved: RowToSave[] = []
  const job = createEnrichSymbolJob({
    marketData: { call: async () => answer() } as unknown as ServiceClient,
    rows: {
      findJobContext: async () => found,
      async save(row) {
        saved.push(row)
        return { version: 1 }
      },
    },
    onSaved: () => {},
  })
  const run = (symbol: string) => job.run({ runId: 'r', symbol }, { attempt: 1, signal: undefined })
  return { run, saved }
}

test.each([400, 404])('a %i is the symbol’s own fault: no second attempt', async (status) => {
  const { run } = setUp(() => {
    throw new AppError(status, 'unknown_symbol', 'Unknown symbol: QAA')
  })
  await expect(run('QAA')).rejects.toThrow(HopelessError)
  await expect(run('QAA')).rejects.toThrow('Unknown symbol: QAA')
})

test.each([401, 403])('a %i hits every symbol alike: an outage', async (status) => {
  const { run } = setUp(() => {
    throw new AppError(status, 'identity_invalid', 'The identity is not valid.')
  })
  await expect(run('QAA')).rejects.toMatchObject({ status: 503, code: 'upstream_unavailable' })
})

test.each([408, 409, 429, 503, 504])('a %i is tried again as it is', async (status) => {
  const refusal = new AppError(status, 'some_code', 'Not now.')
  const { run } = setUp(() => {
    throw refusal
  })
  await expect(run('QAA')).rejects.toBe(refusal)
})

test('the row stands under the symbol the run asked for, whatever the source calls it', async () => {
  const { run, saved } = setUp(() => ({ ...inventFacts('BRK.B'), symbol: 'BRK-B' }))
  expect(await run('BRK.B')).toBe('saved')
  expect(saved.map(({ row }) => row.symbol)).toEqual(['BRK.B'])
})

test('a job whose run is over, or still in its survey, asks for nothing', async () => {
  const changes: Partial<JobContext>[] = [{ runState: 'stopping' }, { runState: 'finished' }, { stage: 'survey' }]
  for (const change of changes) {
    const { run, saved } = setUp(failAsked, { ...context, ...change })
    expect(await run('QAA')).toBe('skipped')
    expect(saved).toEqual([])
  }
})
