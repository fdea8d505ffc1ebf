import { afterEach, describe, expect, test } from '@jest/globals'
import { sweepColumns } from '../src/option-math/batch.ts'
import {
  allocateQuoteColumns,
  allocateSweepColumns,
  type QuoteColumns,
  type SweepColumns,
} from '../src/option-math/batch-columns.ts'
import { openSweepPool, type SweepPool } from '../workers/sweep-pool.ts'

/** Quotes of every kind: at and far from the money, on, under and over the bounds, expired, broken. */
function mixedQuotes(rows: number): QuoteColumns {
  const quotes = allocateQuoteColumns(rows, true)
  for (let row = 0; row < rows; row += 1) {
    const strike = 50 + (row % 101)
    quotes.isCall[row] = row % 2
    quotes.spot[row] = row % 97 === 0 ? Number.NaN : 100
    quotes.strike[row] = strike
    quotes.years[row] = (row % 40) / 20
    quotes.rate[row] = 0.04
    quotes.dividendYield[row] = (row % 3) / 100
    quotes.price[row] = Math.max(0, (row % 2 === 1 ? 1 : -1) * (100 - strike)) + (row % 53) - 2
  }
  return quotes
}

const bytesOf = (out: SweepColumns): Record<string, string> =>
  Object.fromEntries(
    Object.entries(out).map(([name, column]) => [
      name,
      Buffer.from(column.buffer, column.byteOffset, column.byteLength).toString('base64'),
    ]),
  )

describe('sweep pool', () => {
  const opened: SweepPool[] = []
  const open = (...options: Parameters<typeof openSweepPool>): SweepPool => {
    const pool = openSweepPool(...options)
    opened.push(pool)
    return pool
  }
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((pool) => pool.close()))
  })

  test('the same bits with no worker and with 1, 2 and 5', async () => {
    const quotes = mixedQuotes(40_003)
    const alone = allocateSweepColumns(40_003)
    sweepColumns(quotes, alone)
    expect(alone.vol.filter((vol) => vol > 0).length).toBeGreaterThan(20_000)
    expect(new Set(alone.reason).size).toBeGreaterThan(5)
    for (const workers of [1, 2, 5]) {
      const shared = allocateSweepColumns(40_003, true)
      await open(workers).sweep(quotes, shared)
      expect(bytesOf(shared)).toEqual(bytesOf(alone))
    }
  })

  test('sweeps may overlap, and there may be fewer rows than workers', async () => {
    const pool = open(2)
    const parts = [mixedQuotes(4000), mixedQuotes(1), mixedQuotes(0)]
    const outs = parts.map((quotes) => allocateSweepColumns(quotes.isCall.length, true))
    await Promise.all(parts.map((quotes, index) => pool.sweep(quotes, outs[index] ?? allocateSweepColumns(0, true))))
    for (const [index, quotes] of parts.entries()) {
      const alone = allocateSweepColumns(quotes.isCall.length)
      sweepColumns(quotes, alone)
      expect(bytesOf(outs[index] ?? alone)).toEqual(bytesOf(alone))
    }
  })

  test('columns of different length and columns of its own memory are refused by name', async () => {
    const pool = open(1)
    const quotes = mixedQuotes(10)
    const short = { ...quotes, strike: quotes.strike.subarray(1) }
    await expect(pool.sweep(short, allocateSweepColumns(10, true))).rejects.toThrow(
      new RangeError('strike must have 10 rows, got 9'),
    )
    await expect(pool.sweep(quotes, allocateSweepColumns(10))).rejects.toThrow(
      new RangeError('vol must be on a SharedArrayBuffer'),
    )
    expect(() => openSweepPool(0)).toThrow(RangeError)
  })

  test.each([
    ['ends', 'process.exit(3)', 'ended with code 3'],
    ['throws', 'throw new Error("out of luck")', 'out of luck'],
  ])('a worker that %s rejects the sweep and those after it', async (_, source, message) => {
    const script = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { ${source} })`
    const pool = open(2, new URL(`data:text/javascript,${encodeURIComponent(script)}`))
    await expect(pool.sweep(mixedQuotes(10), allocateSweepColumns(10, true))).rejects.toThrow(message)
    await expect(pool.sweep(mixedQuotes(10), allocateSweepColumns(10, true))).rejects.toThrow(message)
  })

  test('closing rejects what is under way, and may be done again', async () => {
    const pool = open(1)
    const sweep = expect(pool.sweep(mixedQuotes(40_003), allocateSweepColumns(40_003, true))).rejects.toThrow('closed')
    await pool.close()
    await pool.close()
    await sweep
    await expect(pool.sweep(mixedQuotes(1), allocateSweepColumns(1, true))).rejects.toThrow('closed')
  })
})
