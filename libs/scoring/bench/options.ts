import { readCommandLine } from '../golden/command-line.ts'
import { KERNEL_KEYS, type KernelKey } from './kernels.ts'

export interface BenchOptions {
  readonly keys: readonly KernelKey[]
  readonly json: boolean
}

/** Parses the command's options; returns an error message if the arguments are invalid. */
export function readBenchOptions(args: readonly string[]): BenchOptions | string {
  const asked = readCommandLine({
    args: [...args],
    options: { json: { type: 'boolean' }, only: { type: 'string' } },
  })
  if (typeof asked === 'string') return `${asked}. Usage: npm run bench:scoring -- [--json] [--only K1,K6]`
  const { only, json = false } = asked.values
  const names: readonly string[] = only === undefined ? KERNEL_KEYS : only.split(',').map((key) => key.trim())
  const unknown = names.filter((name) => !KERNEL_KEYS.some((key) => key === name))
  if (unknown.length > 0) return `--only takes some of ${KERNEL_KEYS.join(',')}, got ${unknown.join(',')}`
  return { keys: KERNEL_KEYS.filter((key) => names.includes(key)), json }
}
