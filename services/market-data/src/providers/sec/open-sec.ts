import { setImmediate } from 'node:timers/promises'
import { newYorkDate } from '@callwright/scoring'
import { createBoundedCache } from '@callwright/service'
import { normalizeSymbol } from '../../symbols.ts'
import type { Answer, Fundamentals, Stamp } from '../provider.ts'
import type { Provider, ProviderDeps } from '../provider-definition.ts'
import { type Fact, type FactsByTag, listFrames, readCompanyFacts, readFrame, readSymbols, toDay } from './facts.ts'
import { summarizeFacts, withoutFacts } from './fundamentals.ts'
import { type Cik, createSecClient, findUserAgentProblem, NAME, type SecClient, unknownSymbol } from './sec-client.ts'
import { hasSeveralClasses, readSharesOutstanding } from './shares.ts'
import { createSymbols } from './symbols.ts'

interface SecConfig {
  /** `name address@domain`, which the SEC requires from every caller. */
  readonly userAgent: string
  readonly filesUrl?: string
  readonly dataUrl?: string
}

/** How long to keep the list of companies, to which new listings are added daily. */
const SYMBOLS_HOLD_MS = 24 * 3_600_000
const COMPANIES_PER_TURN = 50

/** Opens a source of net margin, debt to equity and numbers of shares, from SEC filings. Throws if the User-Agent is invalid. */
export function openSec({ userAgent, ...urls }: SecConfig, deps: ProviderDeps): Provider {
  const { now, fetch, timeoutMs, files, universe } = deps
  const problem = findUserAgentProblem('The User-Agent for the SEC', userAgent)
  if (problem !== null) throw new Error(problem)
  const client = createSecClient({ ...urls, fetch, timeoutMs, userAgent: userAgent.trim() })
  const held = createBoundedCache<Promise<ReadonlyMap<string, Cik>>>(1)
  const stamp = (): Stamp => ({ source: 'SEC filings', dataClass: 'delayed', asOfMs: now() })
  const members = new Set(universe.map(({ symbol }) => symbol))
  const today = () => toDay(newYorkDate(now()))

  function loadSymbols(): Promise<ReadonlyMap<string, Cik>> {
    const nowMs = now()
    const known = held.get('tickers', nowMs)
    if (known !== null) return known
    const loading = client.getTickers().then(readSymbols)
    held.set('tickers', loading, nowMs + SYMBOLS_HOLD_MS)
    loading.catch(() => held.clear())
    return loading
  }

  async function getCik(symbol: string): Promise<Cik> {
    const cik = (await loadSymbols()).get(normalizeSymbol(symbol))
    if (cik === undefined) throw unknownSymbol(symbol)
    return cik
  }

  async function isOneOfSeveral(symbol: string): Promise<boolean> {
    const symbols = await loadSymbols()
    const cik = await getCik(symbol)
    const siblings = [...symbols].flatMap(([sibling, owner]) => (owner === cik ? [sibling] : []))
    return hasSeveralClasses(normalizeSymbol(symbol), siblings, members)
  }

  return {
    name: NAME,
    stamp,
    capabilities: {
      ...createSymbols({ files, universe, stamp, getList: client.getExchangeList }),
      fundamentals: {
        async findFundamentals(symbol) {
          const text = await client.findFacts(await getCik(symbol))
          const facts = text === null ? null : readCompanyFacts(text)
          if (text === null || facts === null) return withoutFacts(stamp(), symbol)
          const shares = (await isOneOfSeveral(symbol)) ? null : readSharesOutstanding(text, today())
          return summarizeFacts(stamp(), facts, today(), shares)
        },
        async listMarketFundamentals() {
          const symbols = await loadSymbols()
          const facts = await collectFrames(client, newYorkDate(now()), new Set(symbols.values()))
          return summarizeMarket(symbols, (cik) => {
            const known = facts.get(cik)
            return known === undefined ? null : summarizeFacts(stamp(), known, today())
          })
        },
      },
    },
    async ping() {
      readSymbols(await client.getTickers())
    },
    describe: () => ({
      title: 'SEC company filings (EDGAR)',
      limits: [
        'No key; at most 10 calls a second from one address, with a User-Agent that names the caller.',
        'An address that exceeds this is blocked for about ten minutes.',
        'Ratios change when a company files: four times a year, up to three months after its quarter.',
      ],
      terms: ['Filings are public. The SEC asks for fair access: make no more calls than needed.'],
    }),
  }
}

/** Loads one frame at a time, since parallel calls would exceed the SEC's limit. */
async function collectFrames(
  client: SecClient,
  asOfDate: string,
  wanted: ReadonlySet<Cik>,
): Promise<ReadonlyMap<Cik, FactsByTag>> {
  const companies = new Map<Cik, Map<string, Fact[]>>()
  for (const frame of listFrames(asOfDate)) {
    const body = await client.findFrame(frame)
    if (body === null) continue
    readFrame(body, (cik, fact) => {
      if (!wanted.has(cik)) return
      const facts = companies.get(cik) ?? new Map<string, Fact[]>()
      companies.set(cik, facts)
      const list = facts.get(frame.tag)
      if (list === undefined) facts.set(frame.tag, [fact])
      else list.push(fact)
    })
  }
  return companies
}

/**
 * Computes ratios for every listed company that has any. A company's share classes all get its ratios; companies
 * without data are left out. The computation takes half a second in total, so it yields to the event loop regularly.
 */
async function summarizeMarket(
  symbols: ReadonlyMap<string, Cik>,
  summarize: (cik: Cik) => Answer<Fundamentals> | null,
): Promise<ReadonlyMap<string, Answer<Fundamentals>>> {
  const market = new Map<string, Answer<Fundamentals>>()
  let untilTurn = COMPANIES_PER_TURN
  for (const [symbol, cik] of symbols) {
    untilTurn -= 1
    if (untilTurn === 0) {
      untilTurn = COMPANIES_PER_TURN
      await setImmediate()
    }
    const answer = summarize(cik)
    if (answer === null) continue
    const { netMarginPct, debtToEquity, negativeEquity } = answer.value
    if (netMarginPct !== null || debtToEquity !== null || negativeEquity) market.set(symbol, answer)
  }
  return market
}
