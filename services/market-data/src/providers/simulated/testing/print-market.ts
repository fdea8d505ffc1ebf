import { openSimulatedMarket } from '../simulated-provider.ts'
import { SEED } from './open-at.ts'

const HOURS = { unit: 'hour', multiplier: 1, from: '2026-07-07', to: '2026-07-08' } as const

/** Prints answers from the simulated market, requested in either order. Runs in a separate process. */
async function listAnswers(order: 'forwards' | 'backwards'): Promise<string> {
  let nowMs = 0
  const market = openSimulatedMarket({ seed: SEED, universe: 'large_cap', now: () => nowMs })
  const requests: (() => Promise<unknown>)[] = []
  for (const instant of ['2026-07-08T17:31:07.250Z', '2026-07-11T16:00:00Z', '2031-02-04T15:00:00Z']) {
    for (const symbol of ['KO', 'NVDA', 'BRK.B']) {
      const asks: (() => Promise<unknown>)[] = [
        () => market.bars.listDailyBars(symbol),
        () => market.quotes.findQuote(symbol),
        () => market.chains.findChain(symbol, { minDays: 20, maxDays: 60 }),
        () => market.ivHistory.listIvHistory(symbol),
        () => market.dividends.listDividends(symbol),
        () => market.earnings.findNextEarnings(symbol),
        () => market.fundamentals.findFundamentals(symbol),
        () => market.intradayBars.listIntradayBars(symbol, HOURS),
      ]
      for (const ask of asks) {
        requests.push(() => {
          nowMs = Date.parse(instant)
          return ask()
        })
      }
    }
  }
  const places = [...requests.keys()]
  const answers: unknown[] = []
  for (const place of order === 'forwards' ? places : places.reverse()) answers[place] = await requests[place]?.()
  return answers.map((answer) => JSON.stringify(answer)).join('\n')
}

process.stdout.write(await listAnswers(process.argv[2] === 'backwards' ? 'backwards' : 'forwards'))
