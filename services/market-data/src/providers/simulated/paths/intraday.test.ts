import { describe, expect, test } from '@jest/globals'
import { openAt } from '../testing/open-at.ts'

const NEXT_DAY = '2026-11-30T21:00:00Z'

const lengthOf = (minutes: number) =>
  minutes % 60 === 0
    ? ({ unit: 'hour', multiplier: minutes / 60 } as const)
    : ({ unit: 'minute', multiplier: minutes } as const)

describe('parts of a session add up to its bar', () => {
  test.each([
    ['KO', '2026-11-24', 1, 390],
    ['KO', '2026-11-24', 5, 78],
    ['TSLA', '2026-11-25', 60, 7],
    ['T', '2026-11-27', 1, 210],
    ['NVDA', '2026-11-27', 60, 4],
    ['RSG', '2026-11-23', 1, 390],
  ])('%s on %s in bars of %d minutes', async (symbol, date, minutes, count) => {
    const market = openAt(NEXT_DAY)
    const bars =
      (await market.intradayBars.listIntradayBars(symbol, { ...lengthOf(minutes), from: date, to: date })).value ?? []
    const daily = (await market.bars.listDailyBars(symbol)).value?.find((bar) => bar.date === date)
    expect(bars).toHaveLength(count)
    expect({
      date,
      open: bars[0]?.open,
      high: Math.max(...bars.map(({ high }) => high)),
      low: Math.min(...bars.map(({ low }) => low)),
      close: bars.at(-1)?.close,
      volume: bars.reduce((sum, { volume }) => sum + volume, 0),
    }).toEqual(daily)
    for (const [index, bar] of bars.entries()) {
      expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close))
      expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close))
      if (index > 0) expect(bar.open).toBe(bars[index - 1]?.close)
    }
    expect(new Date(bars[0]?.startMs ?? 0).toISOString()).toBe(`${date}T14:30:00.000Z`)
    if (minutes === 60) expect(new Date(bars[1]?.startMs ?? 0).toISOString()).toBe(`${date}T15:00:00.000Z`)
  })

  test('volume is U-shaped', async () => {
    const market = openAt(NEXT_DAY)
    const request = { ...lengthOf(30), from: '2026-11-02', to: '2026-11-25' }
    const bars = (await market.intradayBars.listIntradayBars('AMZN', request)).value ?? []
    const volumeAt = (time: string) =>
      bars
        .filter(({ startMs }) => new Date(startMs).toISOString().slice(11, 16) === time)
        .reduce((sum, { volume }) => sum + volume, 0)
    expect(volumeAt('14:30')).toBeGreaterThan(1.7 * volumeAt('17:00'))
    expect(volumeAt('20:30')).toBeGreaterThan(1.5 * volumeAt('17:00'))
  })
})

test('a quote during the session lies on the path of its minutes', async () => {
  for (const time of ['14:30:00', '14:30:01', '15:17:20.500', '17:00:00', '20:59:59.999']) {
    const instant = `2026-11-24T${time}Z`
    const quote = (await openAt(instant).quotes.findQuote('KO')).value
    const minute = new Date(Math.floor(Date.parse(instant) / 60_000) * 60_000).getTime()
    const request = { ...lengthOf(1), from: '2026-11-24', to: '2026-11-24' }
    const bars = (await openAt(NEXT_DAY).intradayBars.listIntradayBars('KO', request)).value ?? []
    const bar = bars.find(({ startMs }) => startMs === minute)
    expect(quote?.lastPrice).toBeGreaterThanOrEqual(bar?.low ?? Number.NaN)
    expect(quote?.lastPrice).toBeLessThanOrEqual(bar?.high ?? Number.NaN)
    if (Date.parse(instant) === minute) expect(quote?.lastPrice).toBe(bar?.open)
  }
})

test('intraday bars of a running session end with what has traded', async () => {
  const market = openAt('2026-11-24T15:20:30Z')
  const request = { ...lengthOf(15), from: '2026-11-23', to: '2026-11-30' }
  const bars = (await market.intradayBars.listIntradayBars('KO', request)).value ?? []
  expect(bars).toHaveLength(26 + 4)
  expect(bars.at(-1)?.close).toBe((await market.quotes.findQuote('KO')).value?.lastPrice)
})
