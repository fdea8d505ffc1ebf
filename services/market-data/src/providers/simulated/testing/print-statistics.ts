import { dayNumber } from '@callwright/scoring'
import { liquidityOf } from '../companies/liquidity.ts'
import { measureChain, measureHistory } from './chain-statistics.ts'
import { openAt, openMarketParts } from './open-at.ts'
import { correlation, listMoves, mean, measurePath, variance } from './path-statistics.ts'

/** Measures the simulated market and prints each company's figures, by statistic, for a test in another process. */

const INSTANT = '2026-07-10T20:00:00Z'
const SESSIONS = 632
const COMPANIES = 60
const measured = new Map<string, number[]>()

function note(statistic: string, value: number | null): void {
  if (value === null) return
  const values = measured.get(statistic)
  if (values === undefined) measured.set(statistic, [value])
  else values.push(value)
}

/** Scales values to mean 0 and variance 1, so that a correlation is the mean of the products. */
function standardize(values: readonly number[]): number[] {
  const [center, deviation] = [mean(values), Math.sqrt(variance(values))]
  return values.map((value) => (value - center) / deviation)
}

const TIERS = { daily: 'busy', busy: 'busy', active: 'active', quiet: 'quiet', thin: 'quiet' } as const

/** Chooses the same number of companies from each tier. */
async function chooseCompanies() {
  const { value } = await openAt(INSTANT).reference.listUniverse()
  const tiers = Map.groupBy(value, ({ symbol }) => TIERS[liquidityOf(symbol)])
  return [...tiers.values()].flatMap((tier) => {
    const every = tier.length / (COMPANIES / 3)
    return Array.from({ length: COMPANIES / 3 }, (_value, index) => tier[Math.floor(index * every)]).filter(
      (listed) => listed !== undefined,
    )
  })
}

async function measureCompanies(): Promise<void> {
  const market = openAt(INSTANT)
  const moves = new Map<string, { sector: string | null; values: number[] }>()
  for (const { symbol, sector } of await chooseCompanies()) {
    const tier = TIERS[liquidityOf(symbol)]
    const bars = ((await market.bars.listDailyBars(symbol)).value ?? []).slice(-SESSIONS)
    moves.set(symbol, { sector, values: standardize(listMoves(bars)) })
    const path = measurePath(bars)
    note('volatility of a year', path.vol)
    note('kurtosis of daily moves', path.kurtosis)
    note('clustering of large moves', path.clustering)
    note('falls stir volatility', path.leverage)
    note('share of variance at night', path.nightShare)
    note('day range over deviation', path.rangeOverVol)
    note('noise of volume', path.volumeNoise)
    note('volume with large moves', path.volumeOfMoves)

    const history = (await market.ivHistory.listIvHistory(symbol)).value.slice(-251)
    const span = bars.slice(-251)
    const changes = history
      .slice(1)
      .map(({ impliedVolatility }, index) => Math.log(impliedVolatility / (history[index]?.impliedVolatility ?? 1)))
    const { dailyNoise, swing, memory1, memory5, highOverLow } = measureHistory(history)
    note('history: daily noise', dailyNoise)
    note('history: swing', swing)
    note('history: memory of a session', memory1)
    note('history: memory of 5 sessions', memory5)
    note('history: high over low', highOverLow)
    note(
      'history: implied over realized',
      mean(history.map((point) => point.impliedVolatility)) / measurePath(span).vol,
    )
    note('history: changes with moves', correlation(changes, listMoves(span)))

    const chain = await measureChain(market, symbol)
    if (chain === null) continue
    note('skew', chain.skew)
    note('bend of the smile', chain.bend)
    note('term structure', chain.term)
    note(`${tier}: expirations`, chain.expirations)
    note(`${tier}: contracts`, chain.contracts)
    note(`${tier}: spread, delta 0.15-0.30`, chain.farSpread)
    note(`${tier}: spread, delta 0.45-0.60`, chain.nearSpread)
    note(`${tier}: share of zero bids`, chain.zeroBids)
    note(`${tier}: share without open interest`, chain.zeroInterest)
    note(`${tier}: open calls for a put`, chain.callsPerPut)
    note(`${tier}: open calls out over in the money`, chain.outOverIn)
  }
  for (const [symbol, { sector, values }] of moves) {
    const others = [...moves].filter(([other]) => other !== symbol)
    const meanOver = (isSame: boolean) => {
      const found = others.filter(([, other]) => (other.sector === sector) === isSame)
      return found.length === 0
        ? null
        : mean(found.map(([, other]) => mean(values.map((value, index) => value * (other.values[index] ?? 0)))))
    }
    note('correlation with other sectors', meanOver(false))
    note('correlation within the sector', meanOver(true))
  }
}

/**
 * Correlates implied volatility with the realized volatility that follows, and measures how far volatility drops after
 * a report.
 */
async function measureTogether(): Promise<void> {
  const { symbols, share, momentAt } = openMarketParts()
  const market = openAt(INSTANT)
  for (const symbol of symbols.filter((_symbol, index) => index % 16 === 0)) {
    const bars = (await market.bars.listDailyBars(symbol)).value ?? []
    const history = (await market.ivHistory.listIvHistory(symbol)).value
    const moves = new Map(listMoves(bars).map((move, index) => [bars[index + 1]?.date ?? '', move]))
    const dates = history.map(({ date }) => date)
    const reactions = new Set(
      share(symbol)
        .earnings.listReactions(momentAt('2025-06-25T21:00:00Z').day, dayNumber('2026-07-10'))
        .map(({ reactionDay }) => reactionDay),
    )
    const [expected, happened]: [number[], number[]] = [[], []]
    for (let index = 0; index + 21 < history.length; index += 1) {
      const next = dates.slice(index + 1, index + 22).map((date) => moves.get(date) ?? 0)
      expected.push(Math.log(history[index]?.impliedVolatility ?? 1))
      happened.push(Math.log(Math.sqrt(mean(next.map((move) => move * move)))))
    }
    note('expected and happened', correlation(expected, happened))
    for (const [index, { date, impliedVolatility }] of history.entries()) {
      const eve = history[index - 1]
      if (eve !== undefined && reactions.has(dayNumber(date)))
        note('volatility over a report', impliedVolatility / eve.impliedVolatility - 1)
    }
  }
}

await measureCompanies()
await measureTogether()
process.stdout.write(JSON.stringify(Object.fromEntries(measured)))
