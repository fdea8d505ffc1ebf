/**
 * `npm run bench:scoring`: how fast the kernels are, in nanoseconds and in `u`, the time of one Math.exp. Prints a
 * Markdown table, or with `--json` `{"rows":[{"name","ns","u","ratio"}]}`. `--only K1,K6` runs some kernels.
 * Ends with 1 when a row misses its bar by more than 15 % on the minimum, twice, or when results are wrong.
 */
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { KERNELS, type KernelKey, openBench } from './kernels.ts'
import { timeUnit } from './measure.ts'
import { betterOf, failed, type Measurement, rowOf, toJson, toMarkdown } from './report.ts'

const { values } = parseArgs({ options: { json: { type: 'boolean' }, only: { type: 'string' } } })
const known = Object.keys(KERNELS) as KernelKey[]
const asked = values.only === undefined ? known : values.only.split(',').map((key) => key.trim())
const unknown = asked.filter((key) => !known.some((name) => name === key))
if (unknown.length > 0) {
  process.stderr.write(`--only takes some of ${known.join(',')}, got ${unknown.join(',')}\n`)
  process.exit(2)
}
const keys = known.filter((key) => asked.includes(key))

const bench = openBench()
let unit = timeUnit()
const taken = new Map<KernelKey, readonly Measurement[]>()

async function measure(key: KernelKey): Promise<void> {
  const before = taken.get(key)
  const now = await KERNELS[key](bench)
  const again = timeUnit()
  if (again.minimum < unit.minimum) unit = again
  taken.set(key, before === undefined ? now : now.map((measurement, index) => betterOf(before[index], measurement)))
}

const rowsOf = (key: KernelKey) => (taken.get(key) ?? []).map((measurement) => rowOf(measurement, unit.minimum))

for (const key of keys) await measure(key)
for (const key of keys.filter((name) => failed(rowsOf(name)).length > 0)) await measure(key)

const unitRow = rowOf({ name: 'u', timing: unit, note: '', wrong: null }, unit.minimum)
const rows = [unitRow, ...keys.flatMap(rowsOf)]
const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.version}, u = ${unit.minimum.toFixed(2)} ns.`
process.stdout.write(values.json === true ? toJson(rows) : toMarkdown(rows, machine))
for (const { name, verdict, note } of failed(rows)) process.stderr.write(`${verdict}: ${name}. ${note}\n`)
process.exitCode = failed(rows).length > 0 ? 1 : 0
