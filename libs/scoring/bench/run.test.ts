import { describe, expect, test } from '@jest/globals'
import { type Bench, KERNEL_KEYS, type Kernel, type KernelKey } from './kernels.ts'
import { readBenchOptions } from './options.ts'
import { failed, type Measurement } from './report.ts'
import { runKernels } from './run.ts'

const NEVER: Bench = {
  cached: () => {
    throw new Error('not drawn')
  },
  whole: () => {
    throw new Error('not drawn')
  },
  bars: () => [],
}

const fast = (name: Measurement['name']): Measurement => ({
  name,
  timing: { minimum: 1e-6, median: 1e-6 },
  ratio: 1e-6,
  note: '',
  wrong: null,
})

const drawing: Kernel = ({ whole }) => {
  whole()
  return []
}
/** `u` on a fast machine; measuring it for real takes half a second each time. */
const takeUnit = () => ({ minimum: 5, median: 5 })

const KERNELS: Readonly<Record<KernelKey, Kernel>> = {
  K1: () => [fast('K1 European IV'), fast('K1 IV / plain Halley')],
  K2: () => [fast('K2 price + 5 greeks')],
  K3: () => [fast('K3 8 indicator columns, per bar')],
  K4: () => [fast('K4 whole universe, one thread')],
  K5: drawing,
  K6: drawing,
  K7: () => [fast('K7 scoring set, American-correct')],
  K8: () => [fast('K8 one full chain, American')],
}

describe('a kernel that throws', () => {
  test('reports its error in all its rows, whether thrown or rejected, and still measures the others', async () => {
    const kernels = { ...KERNELS, K5: () => Promise.reject(new Error('the worker is gone')) }
    const { rows } = await runKernels(KERNEL_KEYS, kernels, NEVER, takeUnit)
    expect(failed(rows).map(({ name, verdict, note }) => [name, verdict, note])).toEqual([
      ['K5 IV + greeks, two workers', 'FAILED', 'the worker is gone'],
      ['K6 one dividend, price', 'FAILED', 'not drawn'],
      ['K6 one dividend, IV', 'FAILED', 'not drawn'],
    ])
    expect(rows.length).toBe(11)
  })

  test('is measured again, and the successful run is reported', async () => {
    let runs = 0
    const second: Kernel = () => {
      runs += 1
      if (runs === 1) throw new Error('once')
      return [fast('K2 price + 5 greeks')]
    }
    const { rows } = await runKernels(['K2'], { ...KERNELS, K2: second }, NEVER, takeUnit)
    expect([runs, failed(rows)]).toEqual([2, []])
  })

  test('measures a passing kernel once', async () => {
    let runs = 0
    const counted: Kernel = () => {
      runs += 1
      return [fast('K2 price + 5 greeks')]
    }
    await runKernels(['K2'], { ...KERNELS, K2: counted }, NEVER, takeUnit)
    expect(runs).toBe(1)
  })
})

describe('arguments', () => {
  test.each([
    [[], { keys: KERNEL_KEYS, json: false }],
    [['--json', '--only', 'K6, K1'], { keys: ['K1', 'K6'], json: true }],
    [['--foo'], "Unknown option '--foo'. Usage: npm run bench:scoring -- [--json] [--only K1,K6]"],
    [['K1'], expect.stringContaining("Unexpected argument 'K1'. Usage: ")],
    [['--only', 'K9'], '--only takes some of K1,K2,K3,K4,K5,K6,K7,K8, got K9'],
  ])('%j', (args, expected) => {
    expect(readBenchOptions(args)).toEqual(expected)
  })
})
