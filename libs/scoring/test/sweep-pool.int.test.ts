import { afterEach, describe, expect, test } from '@jest/globals'
import { sweepColumns } from '../src/option-math/batch.ts'
import {
  allocateQuoteColumns,
  allocateSweepColumns,
  type QuoteColumns,
  type SweepColumns,
} from '../src/option-math/batch-columns.ts'
import { openSweepPool, type SweepPool } from '../workers/sweep-pool.ts'

/** Quotes of every kind: at and far from the money; on, below and above the bounds; expired; invalid. */
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

/** File of a worker that runs `source` for each sweep. */
const workerOf = (source: string): URL => {
  const script = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ next, out }) => { ${source} })`
  return new URL(`data:text/javascript,${encodeURIComponent(script)}`)
}

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

  test('gives the same results, bit for bit, without workers and with 1, 2 and 5', async () => {
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

  test('allows overlapping sweeps, and fewer rows than workers', async () => {
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

  test('rejects columns of different length or unshared memory by name', async () => {
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
  ])('a worker that %s rejects the current and later sweeps with the reason it ended', async (_, source, message) => {
    const pool = open(2, workerOf(source))
    await expect(pool.sweep(mixedQuotes(10), allocateSweepColumns(10, true))).rejects.toThrow(message)
    await expect(pool.sweep(mixedQuotes(10), allocateSweepColumns(10, true))).rejects.toThrow(message)
    await pool.close()
    await expect(pool.sweep(mixedQuotes(10), allocateSweepColumns(10, true))).rejects.toThrow(message)
  })

  test('a failed sweep waits for the other worker, which is still writing', async () => {
    const source = `
      const isFirst = Atomics.add(next, 0, 1) === 0
      if (isFirst) throw new Error('out of luck')
      setTimeout(() => { out.vol[0] = 0.25; parentPort.postMessage(null) }, 150)`
    const out = allocateSweepColumns(10, true)
    await expect(open(2, workerOf(source)).sweep(mixedQuotes(10), out)).rejects.toThrow('out of luck')
    expect(out.vol[0]).toBe(0.25)
  })

  test('a worker that dies fails only the sweeps it has not finished', async () => {
    const pool = open(
      1,
      workerOf('if (globalThis.isSecond) process.exit(3); globalThis.isSecond = true; parentPort.postMessage(null)'),
    )
    const sweeps = [1, 2, 3].map(() => pool.sweep(mixedQuotes(10), allocateSweepColumns(10, true)))
    const settled = await Promise.allSettled(sweeps)
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  })

  test('closing rejects pending sweeps after the workers have stopped writing, and is idempotent', async () => {
    // A worker that counts forever and reports its progress.
    const pool = open(1, workerOf('for (;;) Atomics.add(next, 0, 1), (out.vol[0] += 1)'))
    const out = allocateSweepColumns(10, true)
    const sweep = pool.sweep(mixedQuotes(10), out)
    const rejected = expect(sweep).rejects.toThrow('closed')
    const atRejection = sweep.catch(() => out.vol[0])
    while (out.vol[0] === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    await pool.close()
    await pool.close()
    await rejected
    expect(out.vol[0]).toBe(await atRejection)
    await expect(pool.sweep(mixedQuotes(1), allocateSweepColumns(1, true))).rejects.toThrow('closed')
  })
})
