import { type Excuse, GOALS, type Goal, judge, type RowName, UNIT_ROW, type Verdict } from './goals.ts'
import type { Timing } from './measure.ts'

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

export interface BenchRow {
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

/**
 * Chooses which of two runs of a kernel to report: one with correct results, else the better ratio, else the shorter
 * time.
 */
export function betterOf(first: Measurement | undefined, second: Measurement): Measurement {
  if (first === undefined || first.thrown !== undefined) return second
  if (second.thrown !== undefined) return first
  if ((first.wrong === null) !== (second.wrong === null)) return first.wrong === null ? first : second
  const goal: Goal = GOALS[first.name]
  const gain =
    goal.one === null ? (second.ratio ?? 0) - (first.ratio ?? 0) : second.timing.minimum - first.timing.minimum
  return (goal.atLeast === true ? gain > 0 : gain < 0) ? second : first
}

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
