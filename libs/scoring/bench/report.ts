import { Bench, type TaskResult } from 'tinybench'

/** Minimum and median over all repetitions, in nanoseconds per run. */
export interface Timing {
  readonly minimum: number
  readonly median: number
}

const REPETITIONS = 60
const NS_PER_MS = 1e6

/** Times each task, one after the other, after a warm-up run of each. */
export async function timeTasks<N extends string>(
  tasks: Readonly<Record<N, () => unknown>>,
  repetitions = REPETITIONS,
): Promise<Record<N, Timing>> {
  const bench = new Bench({ iterations: repetitions, time: 0, warmupIterations: 1, warmupTime: 0, throws: true })
  for (const [name, task] of Object.entries<() => unknown>(tasks)) bench.add(name, task)
  await bench.run()
  return Object.fromEntries(bench.tasks.map(({ name, result }) => [name, timingOf(result)])) as Record<N, Timing>
}

function timingOf(result: TaskResult): Timing {
  if (result.state !== 'completed') throw new Error(`The task ended as ${result.state}`)
  const { min, p50 } = result.latency
  return { minimum: min * NS_PER_MS, median: p50 * NS_PER_MS }
}

export const perItem = ({ minimum, median }: Timing, items: number): Timing => ({
  minimum: minimum / items,
  median: median / items,
})

/** Adds up the minimum of each part, because something always disturbs a long run. */
export const sumOf = (timings: readonly Timing[]): Timing => ({
  minimum: timings.reduce((sum, { minimum }) => sum + minimum, 0),
  median: timings.reduce((sum, { median }) => sum + median, 0),
})

const UNIT_CALLS = 20_000
const unitArguments = Float64Array.from({ length: UNIT_CALLS }, (_, index) => (2 * index) / UNIT_CALLS - 1)

/**
 * `u`: nanoseconds of one Math.exp in a tight loop, with arguments from −1 to 1. Every figure is expressed in this
 * portable unit; arguments from a wider range take 50% longer.
 */
export async function timeUnit(): Promise<Timing> {
  const { unit } = await timeTasks({
    unit: () => {
      let sum = 0
      for (let index = 0; index < UNIT_CALLS; index += 1) sum += Math.exp(unitArguments[index] ?? 0)
      return sum
    },
  })
  return perItem(unit, UNIT_CALLS)
}

/**
 * Performance goal for a kernel. Factors and units are from PERFORMANCE sections 0 and 2, calibrated against C++ at u =
 * 4.0 ns.
 */
interface Goal {
  /**
   * Divisor that turns the time into `ratio`: a number of `u` or of nanoseconds, or null if the kernel itself
   * compares two times.
   */
  readonly one: { readonly units: number } | { readonly ns: number } | null
  /** Upper limit of the ratio, or lower limit if `atLeast`. */
  readonly bar: number
  readonly atLeast?: true
  readonly text: string
}

/** Time of a kernel in C++, in u: the goal divided by its factor in the table. */
const cpp = (goalUnits: number, factor: number) => ({ units: goalUnits / factor })

/** C++ takes 0.45 s at u = 4.0 ns for IV + Greeks of 1.5 M contracts, 3.0 M bars and the selection. */
const CPP_WHOLE_UNIVERSE = { units: 0.45e9 / 4.0 }

const UNIT_ROW = 'u'

const GOALS = {
  [UNIT_ROW]: { one: { units: 1 }, bar: 1, text: 'one Math.exp' },
  'K1 European IV': { one: cpp(70, 1.5), bar: 1.5, text: '≤ 1.5 × C++ = 70 u' },
  'K1 IV / plain Halley': { one: null, bar: 0.75, text: '≤ 0.75 of plain Halley' },
  'K2 price + 5 greeks': { one: cpp(21, 2), bar: 2, text: '≤ 2 × C++ = 21 u' },
  'K3 8 indicator columns, per bar': { one: cpp(25, 2.5), bar: 2.5, text: '≤ 2.5 × C++ = 25 u' },
  'K4 whole universe, one thread': { one: CPP_WHOLE_UNIVERSE, bar: 2, text: '≤ 2 × C++ kernels' },
  'K5 IV + greeks, two workers': { one: null, bar: 1.8, atLeast: true, text: '≥ 1.8 × faster than one thread' },
  'K6 one dividend, price': { one: { units: 900 }, bar: 1, text: '≤ 900 u' },
  'K6 one dividend, IV': { one: { units: 5500 }, bar: 1, text: '≤ 5,500 u' },
  'K7 scoring set, American-correct': { one: null, bar: 12, text: '≤ 12 × all-European' },
  'K8 one full chain, American': { one: { ns: 150e6 }, bar: 1, text: '≤ 150 ms' },
} as const satisfies Readonly<Record<string, Goal>>

type RowName = keyof typeof GOALS

/** Rows in table order, starting with the unit. */
export const ROW_NAMES = Object.keys(GOALS) as readonly RowName[]

/** Tolerance for noise, as a fraction of the limit. */
const SLACK = 0.15

/** Why a missed goal is not counted as a failure on this machine right now. */
export type Excuse = 'one core' | 'cores busy with other work'

type Verdict = 'pass' | 'within 15%' | 'MISS' | 'WRONG' | 'FAILED' | `not judged: ${Excuse}`

/** Judges a ratio: within the limit, outside it but within the slack, or worse. NaN is a miss. */
function judge({ bar, atLeast }: Goal, ratio: number): Verdict {
  const excess = atLeast === true ? bar / ratio : ratio / bar
  if (excess <= 1) return 'pass'
  return excess <= 1 + SLACK ? 'within 15%' : 'MISS'
}

export interface Measurement {
  readonly name: RowName
  /** Nanoseconds per contract, bar, chain or whole run, as the row's name says. */
  readonly timing: Timing
  /** Ratio for goals that compare two times. */
  readonly ratio?: number
  readonly note: string
  /** Error in the results, or null; a fast but wrong kernel must not pass. */
  readonly wrong: string | null
  readonly excuse?: Excuse
  readonly thrown?: string
}

interface BenchRow {
  readonly name: RowName
  readonly ns: number
  readonly medianNs: number
  readonly u: number
  readonly ratio: number
  readonly verdict: Verdict
  readonly note: string
}

export function rowOf(measurement: Measurement, unitNs: number): BenchRow {
  const { name, timing, ratio, note, wrong, thrown } = measurement
  const goal: Goal = GOALS[name]
  const ns = timing.minimum
  const u = ns / unitNs
  const own = ratio ?? Number.NaN
  const counted = goal.one === null ? own : 'ns' in goal.one ? ns / goal.one.ns : u / goal.one.units
  const said = [thrown ?? '', wrong ?? '', note].filter((text) => text !== '').join('; ')
  return { name, ns, medianNs: timing.median, u, ratio: counted, verdict: verdictOf(measurement, counted), note: said }
}

function verdictOf({ name, wrong, thrown, excuse }: Measurement, counted: number): Verdict {
  if (thrown !== undefined) return 'FAILED'
  if (wrong !== null) return 'WRONG'
  const verdict = judge(GOALS[name], counted)
  return verdict === 'MISS' && excuse !== undefined ? `not judged: ${excuse}` : verdict
}

const FAILING: readonly Verdict[] = ['MISS', 'WRONG', 'FAILED']

export const failed = (rows: readonly BenchRow[]): BenchRow[] => rows.filter(({ verdict }) => FAILING.includes(verdict))

/** Formats with three digits and thousands separators; a dash for NaN. */
function figure(value: number): string {
  if (Number.isNaN(value)) return '–'
  return Math.abs(value) < 100 ? String(Number(value.toPrecision(3))) : Math.round(value).toLocaleString('en-US')
}

export function toMarkdown(rows: readonly BenchRow[], machine: string): string {
  const cells = rows.map(({ name, ns, medianNs, u, ratio, verdict }) => [
    name,
    figure(ns),
    figure(medianNs),
    figure(u),
    figure(ratio),
    GOALS[name].text,
    name === UNIT_ROW ? '' : verdict,
  ])
  const line = (row: readonly string[]) => `| ${row.join(' | ')} |`
  return [
    machine,
    '',
    line(['name', 'ns, minimum', 'ns, median', 'u', 'ratio', 'bar', 'verdict']),
    '|---|---:|---:|---:|---:|---|---|',
    ...cells.map(line),
    '',
    ...rows.filter(({ note }) => note !== '').map(({ name, note }) => `- ${name}: ${note}`),
    '',
  ].join('\n')
}

/** Formats the kernels' rows as JSON, `{"rows":[{"name","ns","u","ratio"}]}`; a kernel that threw has null figures. */
export function toJson(rows: readonly BenchRow[]): string {
  const kernels = rows.filter(({ name }) => name !== UNIT_ROW)
  return `${JSON.stringify({ rows: kernels.map(({ name, ns, u, ratio }) => ({ name, ns, u, ratio })) })}\n`
}
