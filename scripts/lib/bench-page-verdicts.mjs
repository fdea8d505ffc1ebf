import { renderTable } from './bench-report.mjs'

/** Two hellos further apart than this share of their mean tell of a machine that was not the same for both. */
const MAX_DRIFT = 0.2
/** Statements of the background that may fall into one stretch of time rather than into another. */
const STRAY_STATEMENTS = 10
const MAX_QUERY_MS = 0.25

export const sum = (values) => values.reduce((total, value) => total + value, 0)

/**
 * What part of the other's requests a target answers: { value, basis }. Where the load or other work held either back, CPU
 * time a request is what can be compared.
 */
export function compare(round, other) {
  return round.isServerBound && other.isServerBound
    ? { value: round.rps / other.rps, basis: 'requests a second' }
    : { value: sum(other.cpu) / sum(round.cpu), basis: 'CPU a request, the servers not being the limit' }
}

/** The mean of the two hellos of a run. */
export const helloOf = ({ before, after }) => ({
  rps: (before.rps + after.rps) / 2,
  cpu: [(sum(before.cpu) + sum(after.cpu)) / 2],
  isServerBound: before.isServerBound && after.isServerBound,
})

/** How far apart the two hellos of a run are, as a share of their mean. */
export function driftOf({ before, after }) {
  return Math.abs(compare(before, after).value - 1)
}

export const isDiscarded = (loaded) => driftOf(loaded) > MAX_DRIFT

const barOfShare = (name, { value, basis }, least) => ({
  text: `${name}: ${value.toFixed(2)} of at least ${least} (${basis})`,
  isReached: value >= least,
  isTimed: true,
})

const barOfMultiple = (name, value, most) => ({
  text: `${name}: ${value.toFixed(2)} of at most ${most} times`,
  isReached: value <= most,
  isTimed: true,
})

const barOfQuery = ({ name, milliseconds, sortsAll }) => ({
  text: `S5 ${name}: ${milliseconds.toFixed(3)} of ${MAX_QUERY_MS} ms${sortsAll ? ', sorts the whole table' : ''}`,
  isReached: milliseconds <= MAX_QUERY_MS && !sortsAll,
  isTimed: !sortsAll,
})

/** S1 to S5 as bars for `judge`. */
export function listPageBars({ loaded, unloaded, statements, queries }) {
  const { bare, page, newPage, gatewayBare, gatewayHello, gatewayPage } = loaded
  const hello = helloOf(loaded)
  return [
    barOfShare('S1 page to its own Fastify hello', compare(page, hello), 0.33),
    barOfShare('S1 page not asked for before to its own Fastify hello', compare(newPage, hello), 0.33),
    barOfShare('S2 gateway, page to gateway, hello', compare(gatewayPage, gatewayHello), 0.45),
    barOfShare('S3 gateway, hello to its own Fastify hello', compare(gatewayHello, hello), 0.18),
    barOfShare('S3 gateway, bare hello to a bare Fastify hello', compare(gatewayBare, bare), 0.18),
    barOfMultiple('S4 unloaded, page to hello', unloaded.page.p50 / unloaded.hello.p50, 1.4),
    barOfMultiple('S4 unloaded, page not asked for before to hello', unloaded.newPage.p50 / unloaded.hello.p50, 1.4),
    barOfMultiple('S4 unloaded, gateway and page to hello', unloaded.gatewayPage.p50 / unloaded.hello.p50, 3),
    {
      text: `S5 ${statements.loaded} statements while pages were answered, ${statements.idle} in as long without`,
      isReached: statements.loaded <= statements.idle + STRAY_STATEMENTS,
      isTimed: false,
    },
    ...queries.filter(({ isRepeated }) => isRepeated).map(barOfQuery),
  ]
}

const round = (value, digits = 1) => value.toFixed(digits)

/** A Markdown table of the rounds of a run, rows of [name, round]. */
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
  const columns = ['round', 'rps', 'to hello', 'p50 / p99 ms', 'CPU µs', 'to hello', 'kB', 'limit']
  return renderTable(columns, figures)
}
