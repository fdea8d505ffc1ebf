import { messageOf } from '../golden/outcome.ts'
import { ROW_NAMES } from './goals.ts'
import type { Bench, Kernel, KernelKey } from './kernels.ts'
import { type Timing, timeUnit } from './measure.ts'
import { type BenchRow, betterOf, failed, type Measurement, rowOf } from './report.ts'

export interface Run {
  readonly unit: Timing
  readonly rows: readonly BenchRow[]
}

/**
 * Measures kernels one after the other and repeats failed ones once. Measures `u` again after every kernel. A kernel
 * that throws is reported as failed, with its message instead of figures, and the others still run.
 */
export async function runKernels(
  keys: readonly KernelKey[],
  kernels: Readonly<Record<KernelKey, Kernel>>,
  bench: Bench,
  takeUnit: () => Timing = timeUnit,
): Promise<Run> {
  let unit = takeUnit()
  const taken = new Map<KernelKey, readonly Measurement[]>()
  const measure = async (key: KernelKey) => {
    const before = taken.get(key) ?? []
    const now = await measured(key, kernels[key], bench)
    const again = takeUnit()
    if (again.minimum < unit.minimum) unit = again
    const earlier = ({ name }: Measurement) => before.find((measurement) => measurement.name === name)
    taken.set(
      key,
      now.map((measurement) => betterOf(earlier(measurement), measurement)),
    )
  }
  const rowsOf = (key: KernelKey) => (taken.get(key) ?? []).map((measurement) => rowOf(measurement, unit.minimum))
  for (const key of keys) await measure(key)
  for (const key of keys.filter((name) => failed(rowsOf(name)).length > 0)) await measure(key)
  const unitRow = rowOf({ name: 'u', timing: unit, note: '', wrong: null }, unit.minimum)
  return { unit, rows: [unitRow, ...keys.flatMap(rowsOf)] }
}

async function measured(key: KernelKey, kernel: Kernel, bench: Bench): Promise<readonly Measurement[]> {
  try {
    return await kernel(bench)
  } catch (error) {
    const nothing: Timing = { minimum: Number.NaN, median: Number.NaN }
    const names = ROW_NAMES.filter((name) => name.startsWith(`${key} `))
    return names.map((name) => ({ name, timing: nothing, note: '', wrong: null, thrown: messageOf(error) }))
  }
}
