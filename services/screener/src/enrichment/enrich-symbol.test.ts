import { ScreenerRow } from '@callwright/contracts'
import { addDays } from '@callwright/scoring'
import { AppError, type ServiceClient } from '@callwright/service'
import { describe, expect, test } from '@jest/globals'
import { Compile } from 'typebox/compile'
import { inventFacts } from '../../test/invented-facts.ts'
import { buildRow, buildSurveyRow, toStoredRow } from './build-row.ts'
import { computeIvFigures, describeMoves, formatMarketCap } from './figures.ts'
import { PermanentError } from './job.ts'
import type { JobContext, RowToSave } from './row-store.ts'
import { createEnrichSymbolJob } from './symbol-jobs.ts'
import { createActivityWatch } from './workers.ts'

describe('enrich symbol', () => {
  const failAsked = () => {
    throw new Error('market-data was asked')
  }

  const context: JobContext = {
    ...{ runId: 'r', runSequence: 1, runState: 'running', stage: null, withoutVendorRanks: false },
    past: { callVolumes: [], ratings: [] },
    ...{ source: 'invented', dataClass: 'recorded', asOf: new Date('2026-07-10T20:00:00Z') },
  }

  function setUp(answer: () => unknown, found: JobContext = context) {
    const saved: RowToSave[] = []
    const asked: unknown[] = []
    const job = createEnrichSymbolJob({
      marketData: {
        async call(_endpoint: string, options: unknown) {
          asked.push(options)
          return answer()
        },
      } as unknown as ServiceClient,
      rows: {
        findJobContext: async () => found,
        async save(row) {
          saved.push(row)
          return { version: 1 }
        },
      },
      onSaved: () => {},
    })
    const run = (symbol: string) => job.run({ runId: 'r', symbol }, { attempt: 1, signal: undefined })
    return { run, saved, asked }
  }

  test.each([400, 404])('does not retry a %i, which is caused by the symbol', async (status) => {
    const { run } = setUp(() => {
      throw new AppError(status, 'unknown_symbol', 'Unknown symbol: QAA')
    })
    await expect(run('QAA')).rejects.toThrow(PermanentError)
    await expect(run('QAA')).rejects.toThrow('Unknown symbol: QAA')
  })

  test.each([
    [false, {}],
    [true, { iv_rank: 'own' }],
  ])('leaves out the vendor’s IV rank if its run does: %p', async (withoutVendorRanks, query) => {
    const { run, asked } = setUp(failAsked, { ...context, withoutVendorRanks })
    await expect(run('QAA')).rejects.toThrow('market-data was asked')
    expect(asked).toEqual([expect.objectContaining({ query })])
  })

  test.each([401, 403])('treats a %i as an outage, since it affects every symbol', async (status) => {
    const { run } = setUp(() => {
      throw new AppError(status, 'identity_invalid', 'The identity is not valid.')
    })
    await expect(run('QAA')).rejects.toMatchObject({ status: 503, code: 'upstream_unavailable' })
  })

  test.each([408, 409, 429, 503, 504])('lets a %i be retried', async (status) => {
    const refusal = new AppError(status, 'some_code', 'Not now.')
    const { run } = setUp(() => {
      throw refusal
    })
    await expect(run('QAA')).rejects.toBe(refusal)
  })

  test('stores the row under the run’s own symbol, even if the source uses another', async () => {
    const { run, saved } = setUp(() => ({ ...inventFacts('BRK.B'), symbol: 'BRK-B' }))
    expect(await run('BRK.B')).toBe('saved')
    expect(saved.map(({ row }) => row.symbol)).toEqual(['BRK.B'])
  })

  test('makes no request if the run is over or still in its survey', async () => {
    const changes: Partial<JobContext>[] = [{ runState: 'stopping' }, { runState: 'finished' }, { stage: 'survey' }]
    for (const change of changes) {
      const { run, saved } = setUp(failAsked, { ...context, ...change })
      expect(await run('QAA')).toBe('skipped')
      expect(saved).toEqual([])
    }
  })
})

describe('IV figures', () => {
  const TODAY = '2026-07-10'
  const sessions = (count: number, volAt: (index: number) => number, last = '2026-07-09') =>
    Array.from({ length: count }, (_, index) => ({
      date: addDays(last, index - count + 1),
      impliedVolatility: volAt(index),
    }))

  describe('computeIvFigures', () => {
    test('over 60 sessions including today, rank = (0.32 - 0.20)/(0.40 - 0.20) = 60, percentile = 30 of 60 below = 50', () => {
      const history = sessions(59, (index) => (index === 0 ? 0.2 : index < 30 ? 0.25 : index === 30 ? 0.4 : 0.35))
      const figures = computeIvFigures({
        today: { date: TODAY, impliedVolatility: 0.32 },
        ...{ history, close: [], vendor: null },
      })
      expect(figures.ivRank).toBeCloseTo(60, 10)
      expect(figures).toMatchObject({ ivRankSource: 'implied', ivPercentile: 50, ivHistorySessions: 60 })
    })

    test('if a day is listed twice, counts it once, with the later value', () => {
      const history = [...sessions(70, () => 0.3), { date: '2026-07-09', impliedVolatility: 0.4 }]
      const figures = computeIvFigures({
        today: { date: TODAY, impliedVolatility: 0.35 },
        history,
        close: [],
        vendor: null,
      })
      expect(figures.ivRank).toBeCloseTo(50, 10)
      expect(figures.ivHistorySessions).toBe(71)
    })

    test('limits the year to 252 sessions including today', () => {
      const history = sessions(300, (index) => (index < 49 ? 0.01 : 0.3))
      const figures = computeIvFigures({
        today: { date: TODAY, impliedVolatility: 0.4 },
        ...{ history, close: [], vendor: null },
      })
      expect(figures).toMatchObject({ ivRank: 100, ivHistorySessions: 252 })
      expect(figures.ivPercentile).toBeCloseTo((251 / 252) * 100, 10)
    })

    test('does not count today twice if market-data already lists it', () => {
      const history = [...sessions(60, () => 0.3), { date: TODAY, impliedVolatility: 0.9 }]
      const figures = computeIvFigures({
        today: { date: TODAY, impliedVolatility: 0.4 },
        ...{ history, close: [], vendor: null },
      })
      expect(figures).toMatchObject({ ivRank: 100, ivHistorySessions: 61 })
    })

    test('with 59 sessions, ranks by realized volatility, labels it, and gives no percentile', () => {
      const close = Array.from({ length: 200 }, (_, index) => 100 * Math.exp(0.004 * Math.sin(index * index)))
      const figures = computeIvFigures({
        today: { date: TODAY, impliedVolatility: 9 },
        history: sessions(58, () => 0.3),
        close,
        vendor: null,
      })
      expect(figures).toEqual({ ivRank: 100, ivRankSource: 'realized', ivPercentile: null, ivHistorySessions: 59 })
    })

    test('with 59 sessions, shows the vendor’s own rank and percentile unchanged, even without a volatility today', () => {
      const given = { history: sessions(58, () => 0.3), close: [], vendor: { rank: 42, percentile: 55 } }
      for (const today of [{ date: TODAY, impliedVolatility: 9 }, null]) {
        expect(computeIvFigures({ today, ...given })).toEqual({
          ...{ ivRank: 42, ivRankSource: 'vendor', ivPercentile: 55, ivHistorySessions: today === null ? 58 : 59 },
        })
      }
      const enough = { ...given, history: sessions(60, () => 0.3) }
      expect(computeIvFigures({ today: { date: TODAY, impliedVolatility: 0.4 }, ...enough }).ivRankSource).toBe(
        'implied',
      )
    })

    test('if both histories are too short, gives no rank but reports the number of sessions', () => {
      const given = { history: sessions(3, () => 0.3), close: [100, 101], vendor: null }
      expect(computeIvFigures({ today: { date: TODAY, impliedVolatility: 0.3 }, ...given })).toEqual({
        ...{ ivRank: null, ivRankSource: null, ivPercentile: null, ivHistorySessions: 4 },
      })
      expect(computeIvFigures({ today: null, ...given })).toEqual({
        ...{ ivRank: null, ivRankSource: null, ivPercentile: null, ivHistorySessions: 3 },
      })
    })
  })
})

describe('liveness', () => {
  function watchAt(startMs = 0) {
    let nowMs = startMs
    const watch = createActivityWatch(() => nowMs)
    return { watch, advance: (ms: number) => (nowMs += ms) }
  }
  const waiting = { waiting: 3, paused: false, redisReady: true }

  test('reports a problem after 60 s without activity while jobs wait, until a job is picked up (F34)', () => {
    const { watch, advance } = watchAt()
    watch.observe(waiting)
    advance(59_999)
    watch.observe(waiting)
    expect(watch.check()).toBeNull()
    advance(1)
    expect(watch.check()).toBe('Jobs are waiting but none was picked up for 60 s')
    watch.noteActivity()
    expect(watch.check()).toBeNull()
  })

  test('does not report an idle worker while no jobs wait', () => {
    const { watch, advance } = watchAt()
    advance(3_600_000)
    watch.observe(waiting)
    expect(watch.check()).toBeNull()
  })

  test.each([
    { ...waiting, waiting: 0 },
    { ...waiting, paused: true },
    { ...waiting, redisReady: false },
  ])('reports no problem if there is nothing to do: %j', (state) => {
    const { watch, advance } = watchAt()
    watch.observe(waiting)
    advance(61_000)
    watch.observe(state)
    expect(watch.check()).toBeNull()
  })
})

describe('rating moves', () => {
  const TODAY = '2026-07-10'
  const past = [
    { date: '2026-07-07', score: 30.1 },
    { date: '2026-07-09', score: 33.33 },
  ]

  test('compares with the last rated session, in points to two decimals', () => {
    expect(describeMoves({ date: TODAY, score: 31.03 }, past)).toEqual({
      ccScorePrevious: 33.33,
      ccScorePreviousDate: '2026-07-09',
      ccScoreChange: -2.3,
      scoreHistory: [...past, { date: TODAY, score: 31.03 }],
    })
  })

  test('ignores ratings from the same session or later ones', () => {
    const known = [...past, { date: TODAY, score: 50 }, { date: '2026-07-13', score: 60 }]
    expect(describeMoves({ date: TODAY, score: 33.33 }, known)).toMatchObject({
      ccScorePrevious: 33.33,
      ccScoreChange: 0,
    })
  })

  test('without a rating today, keeps the history and gives no change', () => {
    expect(describeMoves({ date: TODAY, score: null }, past)).toEqual({
      ...{ ccScorePrevious: 33.33, ccScorePreviousDate: '2026-07-09', ccScoreChange: null, scoreHistory: past },
    })
  })

  test('gives no change for the first session of a stock', () => {
    expect(describeMoves({ date: TODAY, score: 40 }, [])).toEqual({
      ...{ ccScorePrevious: null, ccScorePreviousDate: null, ccScoreChange: null },
      scoreHistory: [{ date: TODAY, score: 40 }],
    })
  })

  test('keeps at most twenty sessions, ending with today', () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ date: addDays(TODAY, index - 30), score: index }))
    const { scoreHistory } = describeMoves({ date: TODAY, score: 40 }, many)
    expect(scoreHistory).toHaveLength(20)
    expect(scoreHistory.at(0)).toEqual({ date: addDays(TODAY, -19), score: 11 })
    expect(scoreHistory.at(-1)).toEqual({ date: TODAY, score: 40 })
  })
})

describe('survey row', () => {
  const asOf = new Date('2026-07-10T20:00:00Z')
  const facts = { ...inventFacts('QAA'), chain: null, missing: [{ field: 'chain', reason: 'Not requested' }] }

  test('has exactly the figures that need no chain', () => {
    const { row } = buildSurveyRow(facts, asOf)
    const whole = buildRow(inventFacts('QAA'), { asOf, past: { callVolumes: [], ratings: [] } }).row
    const { currentPrice, rsi, ma20, stochasticK, volume, marketCapValue } = whole
    expect(row).toMatchObject({ currentPrice, rsi, ma20, stochasticK, volume, marketCapValue })
    expect(row).toMatchObject({ bestContract: null, impliedVolatility: null, ivRank: null, avgCallVolume: null })
    const wire = { ...toStoredRow(row), enriched_at: '2026-07-10T20:00:01.000Z' }
    expect(Compile(ScreenerRow).Errors(wire)).toEqual([])
  })

  test('gives the reason that its options are not loaded yet, not that it has none', () => {
    const { row } = buildSurveyRow(facts, asOf)
    expect(row).toMatchObject({
      missingReason: 'Options not loaded yet',
      ccScore: null,
      scoreReason: 'options_not_read',
      displayInApp: 0,
    })
    const unknown = row.scoreParts.filter((part) => part.unknown)
    expect(unknown.map(({ key }) => key)).toEqual(['liquidity_spread', 'iv_rank', 'income'])
    for (const { explanation } of unknown) expect(explanation).toBe('Options not loaded yet.')
  })

  test('adds up the points for volume, technical setup and quality', () => {
    const { row, points } = buildSurveyRow(facts, asOf)
    const known = row.scoreParts.filter((part) => !part.unknown)
    expect(known.map(({ key }) => key)).toEqual(['liquidity_volume', 'technical', 'quality'])
    expect(points).toBeCloseTo(
      known.reduce((sum, part) => sum + part.points, 0),
      10,
    )
    expect(points).toBeGreaterThan(0)
  })
})

describe('format market cap', () => {
  test.each([
    [2.774e12, '$2.77T'],
    [448.4e9, '$448B'],
    [69.93e9, '$69.9B'],
    [1e12, '$1.00T'],
    [999.4e9, '$999B'],
    [999.6e9, '$1.00T'],
    [9.994e9, '$9.99B'],
    [9.995e9, '$10.0B'],
    [99.96e9, '$100B'],
    [312_400_000, '$312M'],
    [999_600_000, '$1.00B'],
    [500_000, '$500000'],
  ])('%p shows as %s', (value, shown) => {
    expect(formatMarketCap(value)).toBe(shown)
  })
})
