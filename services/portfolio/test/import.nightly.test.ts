import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { openStack, type Stack } from './support.ts'

let stack: Stack
beforeAll(async () => {
  stack = await openStack()
})
afterAll(() => stack.close())

const HEADER = '"Date","Action","Symbol","Description","Quantity","Price","Fees & Comm","Amount"'

/** A broker's file of 20,000 rows and about 5 MB: a purchase and calls that are written and bought back, on 50 stocks. */
function writeLargeFile(): string {
  const note = 'X'.repeat(130)
  const rows = Array.from({ length: 20_000 }, (_, index) => {
    const stock = `Q${String.fromCharCode(65 + ((index % 50) % 26))}${(index % 50) < 26 ? 'A' : 'B'}`
    const round = Math.floor(index / 50)
    const day = new Date(Date.UTC(2024, 0, 2 + round)).toISOString().slice(0, 10)
    const [year, month, date] = day.split('-')
    const shown = `${month}/${date}/${year}`
    const contract = `${stock} 01/15/2027 ${50 + (((round - 1) >> 1) % 40)}.00 C`
    if (round === 0) return `"${shown}","Buy","${stock}","${note}","100","$40.00","","-$4,000.00"`
    return round % 2 === 1
      ? `"${shown}","Sell to Open","${contract}","${note}","1","$1.20","$0.66","$119.34"`
      : `"${shown}","Buy to Close","${contract}","${note}","1","$0.30","$0.66","-$30.66"`
  })
  return [HEADER, ...rows].join('\n')
}

test('20,000 rows are previewed while other requests are answered', async () => {
  const csv = writeLargeFile()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const start = performance.now()
  const asking = stack.importEvents({ user: 'large', body: { csv }, query: { dry_run: 'true' } })
  const waits: number[] = []
  let isDone = false
  const done = asking.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const asked = performance.now()
    await stack.get('portfolio.listImportMaps', { user: 'other' })
    waits.push(performance.now() - asked)
  }
  const { counts, lines, events } = await done
  const seconds = (performance.now() - start) / 1_000
  delay.disable()
  console.info({
    bytes: csv.length,
    seconds,
    others: waits.length,
    longestMs: Math.max(...waits),
    stallMs: delay.max / 1e6,
  })
  expect([lines.length, counts.refused, counts.question]).toEqual([20_001, 0, 0])
  expect(events.length).toBe(counts.event)
  expect(waits.length).toBeGreaterThan(3)
})
