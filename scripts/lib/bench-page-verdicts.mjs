import { renderTable } from './bench-report.mjs'

/**
 * Maximum difference between the two hello rounds, relative to their mean. A larger one means that conditions changed
 * during the run.
 */
const MAX_DRIFT = 0.2
/** Background statements may fall into either period, so smaller differences do not count. */
const STRAY_STATEMENTS = 10
const MAX_QUERY_MS = 0.25

export const sum = (values) => values.reduce((total, value) => total + value, 0)

/**
 * Compares two rounds by throughput: { value, basis }. If the servers were not the bottleneck in both rounds, compares
 * CPU time per request instead.
 */
export function compare(round, other) {
  return round.isServerBound && other.isServerBound
    ? { value: round.rps / other.rps, basis: 'requests per second' }
    : { value: sum(other.cpu) / sum(round.cpu), basis: 'CPU per request, servers not the bottleneck' }
}

export const helloOf = ({ before, after }) => ({
  rps: (before.rps + after.rps) / 2,
  cpu: [(sum(before.cpu) + sum(after.cpu)) / 2],
  isServerBound: before.isServerBound && after.isServerBound,
})

/** Difference between the two hello rounds, relative to their mean. */
export function driftOf({ before, after }) {
  return Math.abs(compare(before, after).value - 1)
}

export const isDiscarded = (loaded) => driftOf(loaded) > MAX_DRIFT

const barOfShare = (name, { value, basis }, least) => ({
  text: `${name}: ${value.toFixed(2)} of at least ${least} (${basis})`,
  isMet: value >= least,
  isTimed: true,
})

const barOfMultiple = (name, value, most) => ({
  text: `${name}: ${value.toFixed(2)} of at most ${most} times`,
  isMet: value <= most,
  isTimed: true,
})

const barOfQuery = ({ name, milliseconds, sortsAll }) => ({
  text: `S5 ${name}: ${milliseconds.toFixed(3)} of ${MAX_QUERY_MS} ms${sortsAll ? ', sorts the whole table' : ''}`,
  isMet: milliseconds <= MAX_QUERY_MS && !sortsAll,
  isTimed: !sortsAll,
})

/** Converts the measurements to the bars S1 to S5 for `judge`. */
export function listPageBars({ loaded, unloaded, statements, queries }) {
  const { bare, page, newPage, gatewayBare, gatewayHello, gatewayPage } = loaded
  const hello = helloOf(loaded)
  return [
    barOfShare('S1 page vs. Fastify hello', compare(page, hello), 0.33),
    barOfShare('S1 uncached page vs. Fastify hello', compare(newPage, hello), 0.33),
    barOfShare('S2 gateway page vs. gateway hello', compare(gatewayPage, gatewayHello), 0.45),
    barOfShare('S3 gateway hello vs. Fastify hello', compare(gatewayHello, hello), 0.18),
    barOfShare('S3 gateway bare hello vs. bare Fastify hello', compare(gatewayBare, bare), 0.18),
    barOfMultiple('S4 unloaded page vs. hello', unloaded.page.p50 / unloaded.hello.p50, 1.4),
    barOfMultiple('S4 unloaded uncached page vs. hello', unloaded.newPage.p50 / unloaded.hello.p50, 1.4),
    barOfMultiple('S4 unloaded gateway page vs. hello', unloaded.gatewayPage.p50 / unloaded.hello.p50, 3),
    {
      text: `S5 ${statements.loaded} statements while serving pages, ${statements.idle} while idle for as long`,
      isMet: statements.loaded <= statements.idle + STRAY_STATEMENTS,
      isTimed: false,
    },
    ...queries.filter(({ isRepeated }) => isRepeated).map(barOfQuery),
  ]
}

const round = (value, digits = 1) => value.toFixed(digits)

/** Renders a run's rounds as a Markdown table. Rows are [name, round]. */
export function renderRounds(rows, hello) {
  const figures = rows.map(([name, { rps, p50, p99, bytes, cpu, isServerBound }]) => [
    name,
    Math.round(rps),
    round(rps / hello.rps, 2),
    `${round(p50)} / ${round(p99)}`,
    cpu.map((value) => round(value)).join(' + '),
    round(sum(hello.cpu) / sum(cpu), 2),
    round(bytes / 1_000),
    isServerBound ? 'servers' : 'elsewhere',
  ])
  const columns = ['round', 'rps', 'vs. hello', 'p50 / p99 ms', 'CPU µs', 'vs. hello', 'kB', 'bottleneck']
  return renderTable(columns, figures)
}
