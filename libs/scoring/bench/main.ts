/**
 * `npm run bench:scoring`: times of the kernels in nanoseconds and in `u`, the time of one Math.exp. Prints a Markdown
 * table, or `{"rows":[{"name","ns","u","ratio"}]}` with `--json`. `--only K1,K6` runs some kernels.
 * Exits with 1 if a row misses its goal by more than 15% on the minimum, twice, if results are wrong or a kernel throws;
 * with 2 on unknown arguments.
 */
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { measureChain, measureOneDividend, measureScoringSet } from './american.ts'
import { measureGreeks, measureImplied } from './european.ts'
import { failed, type Measurement, ROW_NAMES, rowOf, timeUnit, toJson, toMarkdown } from './report.ts'
import { measureIndicators, measureWholeUniverse, measureWorkers } from './sweeps.ts'
import { CACHED_SYMBOLS, drawBars, drawUniverse, UNIVERSE_SYMBOLS, type Universe } from './universe.ts'

const drawn = new Map<number, Universe>()
/** The test market is generated on first use. */
function draw(symbols: number): Universe {
  const universe = drawn.get(symbols) ?? drawUniverse(symbols)
  drawn.set(symbols, universe)
  return universe
}
const cached = () => draw(CACHED_SYMBOLS)
const whole = () => draw(UNIVERSE_SYMBOLS)
const bars = ({ symbols }: Universe) => symbols.map(drawBars)

/** Measurements by key, in table order. */
const KERNELS: Readonly<Record<string, () => Promise<Measurement | readonly Measurement[]>>> = {
  K1: () => measureImplied(cached().columns),
  K2: () => measureGreeks(cached().columns),
  K3: () => measureIndicators(bars(cached())),
  K4: () => measureWholeUniverse(whole(), bars(whole())),
  K5: () => measureWorkers(whole().columns),
  K6: () => measureOneDividend(whole()),
  K7: () => measureScoringSet(whole()),
  K8: () => measureChain(whole()),
}

/** Measures a kernel. If it throws, its rows have the message instead of figures, and the others still run. */
async function measure(key: string): Promise<readonly Measurement[]> {
  try {
    return [(await KERNELS[key]?.()) ?? []].flat()
  } catch (error) {
    const thrown = error instanceof Error ? error.message : String(error)
    const timing = { minimum: Number.NaN, median: Number.NaN }
    const names = ROW_NAMES.filter((name) => name.startsWith(`${key} `))
    return names.map((name) => ({ name, timing, note: '', wrong: null, thrown }))
  }
}

function readOptions(): { readonly keys: readonly string[]; readonly json: boolean } | string {
  try {
    const { values } = parseArgs({ options: { json: { type: 'boolean' }, only: { type: 'string' } } })
    const keys = values.only?.split(',').map((key) => key.trim()) ?? Object.keys(KERNELS)
    const unknown = keys.filter((key) => !Object.hasOwn(KERNELS, key))
    if (unknown.length > 0) return `--only takes some of ${Object.keys(KERNELS)}, got ${unknown}`
    return { keys: Object.keys(KERNELS).filter((key) => keys.includes(key)), json: values.json ?? false }
  } catch (error) {
    return `${error instanceof Error ? error.message : error}. Usage: npm run bench:scoring -- [--json] [--only K1,K6]`
  }
}

async function bench(): Promise<number> {
  const options = readOptions()
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n`)
    return 2
  }
  let unit = await timeUnit()
  const taken = new Map<string, readonly Measurement[]>()
  const rowsOf = (key: string) => (taken.get(key) ?? []).map((measurement) => rowOf(measurement, unit.minimum))
  const failures = (key: string) => failed(rowsOf(key)).length
  for (const key of options.keys) {
    taken.set(key, await measure(key))
    const again = await timeUnit()
    if (again.minimum < unit.minimum) unit = again
  }
  for (const key of options.keys.filter((name) => failures(name) > 0)) taken.set(key, await measure(key))
  const rows = [
    rowOf({ name: 'u', timing: unit, note: '', wrong: null }, unit.minimum),
    ...options.keys.flatMap(rowsOf),
  ]
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.version}, u = ${unit.minimum.toFixed(2)} ns.`
  process.stdout.write(options.json ? toJson(rows) : toMarkdown(rows, machine))
  for (const { name, verdict, note } of failed(rows)) process.stderr.write(`${verdict}: ${name}. ${note}\n`)
  return failed(rows).length > 0 ? 1 : 0
}

process.exitCode = await bench()
