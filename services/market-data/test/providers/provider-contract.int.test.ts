import { newYorkDate } from '@callwright/scoring'
import { afterAll } from '@jest/globals'
import { openAlpaca } from '../../src/providers/alpaca/alpaca-provider.ts'
import { cboe as cboeDefinition, openCboe } from '../../src/providers/cboe/cboe-provider.ts'
import { createAccessTokens } from '../../src/providers/http/access-tokens.ts'
import { createLocalFiles } from '../../src/providers/http/vendor-files.ts'
import { openNasdaq } from '../../src/providers/nasdaq/nasdaq-provider.ts'
import type { MarketData } from '../../src/providers/provider.ts'
import { type Capabilities, capabilityNames } from '../../src/providers/provider-definition.ts'
import { openRecordedMarket } from '../../src/providers/recorded/recorded-provider.ts'
import { openSec } from '../../src/providers/sec/open-sec.ts'
import { openSimulatedMarket } from '../../src/providers/simulated/simulated-provider.ts'
import {
  openTastytrade,
  tastytrade as tastytradeDefinition,
} from '../../src/providers/tastytrade/tastytrade-provider.ts'
import { openTradier } from '../../src/providers/tradier/tradier-provider.ts'
import { openTreasury } from '../../src/providers/treasury/open-treasury.ts'
import { type FakeProvider, startFakeProvider } from '../fake-provider/fake-provider.ts'
import { toWireMarket } from '../fake-provider/wire-market.ts'
import { renderAsAlpaca } from '../fake-vendors/alpaca-wire.ts'
import { renderAsCboe } from '../fake-vendors/cboe-wire.ts'
import { renderAsNasdaq } from '../fake-vendors/nasdaq-wire.ts'
import { renderAsTastytrade } from '../fake-vendors/tastytrade-wire.ts'
import { renderAsTradier } from '../fake-vendors/tradier-wire.ts'
import { startVendorServer } from '../fake-vendors/vendor-server.ts'
import { makeInventedFolder } from '../support.ts'
import { describeHttpProvider } from './http-contract.ts'
import { KEY, openForTest } from './massive-support.ts'
import { describeProvider, type OpenedProvider, type ProviderCase } from './provider-contract.ts'
import { buildDeps } from './provider-deps.ts'

/**
 * Runs the contract that every provider must meet. To add a provider, add a line with its fixtures: recorded payloads,
 * or a renderer of a market in its format, like `fake-provider` for Massive, the SEC and the Treasury.
 */

const NOW = '2026-07-14T11:00:00-04:00'
const nowMs = Date.parse(NOW)
const market = openSimulatedMarket({ seed: 'contract', universe: 'large_cap', now: () => nowMs })
/** A dividend payer with few contracts, including weekly ones. */
const SYMBOL = 'DG'
const NAMED = new Set([SYMBOL, 'CL', 'XOM'])
const chains = new Map<string, ReturnType<MarketData['chains']['findChain']>>()
/** Caches chains, so that each part is priced once for all its pages. */
const findChain: MarketData['chains']['findChain'] = (symbol, filter = {}) => {
  const key = JSON.stringify([symbol, filter])
  const answer = chains.get(key) ?? market.chains.findChain(symbol, filter)
  chains.set(key, answer)
  return answer
}
const truth: MarketData = {
  ...market,
  chains: { findChain },
  reference: {
    ...market.reference,
    async listUniverse() {
      const answer = await market.reference.listUniverse()
      return { ...answer, value: answer.value.filter(({ symbol }) => NAMED.has(symbol)) }
    },
  },
}

const FEED_DELAY_MS = 16 * 60_000
/** The part of the market that a feed with a delay of 16 minutes has. */
const delayed: MarketData = {
  ...truth,
  intradayBars: {
    async listIntradayBars(symbol, range) {
      const answer = await market.intradayBars.listIntradayBars(symbol, range)
      return { ...answer, value: answer.value?.filter(({ startMs }) => startMs <= nowMs - FEED_DELAY_MS) ?? null }
    },
  },
}

/** The market of a source without greeks, kinds of dividends and most fundamentals. */
const withoutGreeks: MarketData = {
  ...truth,
  fundamentals: {
    async findFundamentals(symbol) {
      const answer = await market.fundamentals.findFundamentals(symbol)
      return { ...answer, value: { ...answer.value, netMarginPct: null, debtToEquity: null } }
    },
  },
  chains: {
    async findChain(symbol, filter) {
      const answer = await findChain(symbol, filter)
      const contracts = answer.value?.contracts.map((contract) => ({ ...contract, vendorGreeks: null }))
      return answer.value === null ? answer : { ...answer, value: { ...answer.value, contracts: contracts ?? [] } }
    },
  },
  dividends: {
    async listDividends(symbol) {
      const answer = await market.dividends.listDividends(symbol)
      return { ...answer, value: answer.value?.map((dividend) => ({ ...dividend, kind: null })) ?? null }
    },
  },
}

/** The data of a source that publishes daily bars the next morning. */
const untilYesterday: MarketData = {
  ...truth,
  bars: {
    async listDailyBars(symbol, from) {
      const answer = await market.bars.listDailyBars(symbol, from)
      return { ...answer, value: answer.value?.filter(({ date }) => date < newYorkDate(nowMs)) ?? null }
    },
  },
}

/** Tradier's puts repeat the rho of the calls. */
const withoutPutRho: MarketData = {
  ...truth,
  chains: {
    async findChain(...asked) {
      const answer = await findChain(...asked)
      const contracts = answer.value?.contracts.map((contract) =>
        contract.type === 'call' || contract.vendorGreeks === null
          ? contract
          : { ...contract, vendorGreeks: { ...contract.vendorGreeks, rho: null } },
      )
      return answer.value === null ? answer : { ...answer, value: { ...answer.value, contracts: contracts ?? [] } }
    },
  },
}

/** The data of a source of market capitalizations. */
const onlyMarketCaps: MarketData = {
  ...withoutGreeks,
  fundamentals: {
    async findFundamentals(symbol) {
      const answer = await withoutGreeks.fundamentals.findFundamentals(symbol)
      return { ...answer, value: { ...answer.value, dividendYieldPct: null } }
    },
  },
}

let fake: FakeProvider | undefined
const openFake = async (): Promise<FakeProvider> => {
  fake ??= await startFakeProvider({ market: truth })
  return fake
}
afterAll(() => fake?.close())

const deps = buildDeps({ now: () => nowMs })
const treasury = (url: string) => openTreasury({ baseUrl: url }, deps)
const universe = [{ symbol: SYMBOL, name: 'A dividend payer', sector: null }]
const sec = (url: string) =>
  openSec(
    { userAgent: 'Example ops@example.com', filesUrl: url, dataUrl: url },
    { ...deps, universe, files: createLocalFiles('sec') },
  )
const ALPACA = { keyId: 'alpaca-id-of-a-test', secretKey: 'alpaca-secret-of-a-test' }
const alpaca = (url: string) =>
  openAlpaca(
    { ...ALPACA, dataUrl: url, tradingUrl: url },
    buildDeps({ ...deps, universe, files: createLocalFiles('alpaca') }),
  )
const TASTYTRADE = { clientSecret: 'client-secret-of-a-test', refreshToken: 'refresh-token-of-a-test' }
const tastytrade = (baseUrl: string) =>
  openTastytrade(
    { ...TASTYTRADE, baseUrl },
    { ...deps, universe, files: createLocalFiles('tastytrade'), tokens: createAccessTokens('tastytrade', deps.now) },
  )
const cboe = (url: string) =>
  openCboe({ baseUrl: url, listUrl: url }, { ...deps, universe, files: createLocalFiles('cboe') })
const TOKEN = 'tradier-token-of-a-test'
const tradier = (url: string) => openTradier({ token: TOKEN, baseUrl: `${url}/v1` }, { ...deps, universe })
const nasdaq = (baseUrl: string) =>
  openNasdaq({ baseUrl, leastStocks: 1 }, { ...deps, files: createLocalFiles('nasdaq') })
const keepOpen = async () => undefined

function ofMarket({ stamp, ping, clock, ...sources }: MarketData): OpenedProvider {
  const listed = Object.entries({ clock, ...sources }).filter(([name]) =>
    (capabilityNames as readonly string[]).includes(name),
  )
  return { capabilities: Object.fromEntries(listed), stamp, ping, nowMs: clock.now(), close: keepOpen }
}

const cases: readonly ProviderCase[] = [
  {
    name: 'simulated',
    has: capabilityNames.filter((name) => name !== 'ivRank'),
    choosesContracts: true,
    symbol: SYMBOL,
    open: async () => ofMarket(market),
  },
  {
    name: 'recorded',
    has: capabilityNames.filter((name) => name !== 'intradayBars' && name !== 'ivRank'),
    choosesContracts: false,
    symbol: 'ISLW',
    open: async () => ofMarket(await openRecordedMarket(await makeInventedFolder(), () => undefined)),
  },
  {
    name: 'massive',
    has: capabilityNames.filter((name) => !['earnings', 'ivHistory', 'ivRank'].includes(name)),
    choosesContracts: true,
    symbol: SYMBOL,
    truth,
    open: async () => {
      const { provider, ping } = openForTest(await openFake(), NOW)
      return { ...provider, ping, nowMs, close: keepOpen }
    },
  },
  {
    name: 'alpaca',
    has: [
      ...(['bars', 'intradayBars', 'quotes', 'expirations', 'chains', 'search', 'reference'] as const),
      ...(['dividends', 'splits', 'clock'] as const),
    ],
    choosesContracts: true,
    symbol: SYMBOL,
    truth: delayed,
    open: async () => {
      const server = await startVendorServer({ router: renderAsAlpaca(toWireMarket(delayed)) })
      return { ...alpaca(server.url), nowMs, close: server.close }
    },
  },
  {
    name: 'tastytrade',
    has: tastytradeDefinition.capabilities,
    choosesContracts: true,
    symbol: SYMBOL,
    truth: withoutGreeks,
    open: async () => {
      const router = renderAsTastytrade({ ...toWireMarket(truth), earnings: market.earnings })
      const server = await startVendorServer({ router })
      return { ...tastytrade(server.url), nowMs, close: server.close }
    },
  },
  {
    name: 'cboe',
    has: cboeDefinition.capabilities,
    choosesContracts: true,
    symbol: SYMBOL,
    truth: untilYesterday,
    open: async () => {
      const server = await startVendorServer({ router: renderAsCboe(toWireMarket(truth)) })
      return { ...cboe(server.url), nowMs, close: server.close }
    },
  },
  {
    name: 'tradier',
    has: ['bars', 'intradayBars', 'quotes', 'expirations', 'chains', 'search', 'reference', 'clock'],
    choosesContracts: true,
    symbol: SYMBOL,
    truth: withoutPutRho,
    open: async () => {
      const server = await startVendorServer({ router: renderAsTradier(toWireMarket(truth)) })
      return { ...tradier(server.url), nowMs, close: server.close }
    },
  },
  {
    name: 'nasdaq',
    has: ['fundamentals', 'dividends', 'earnings'],
    choosesContracts: false,
    symbol: SYMBOL,
    truth: onlyMarketCaps,
    open: async () => {
      const router = renderAsNasdaq({ ...toWireMarket(truth), earnings: market.earnings })
      const server = await startVendorServer({ router })
      return { ...nasdaq(server.url), nowMs, close: server.close }
    },
  },
  {
    name: 'sec',
    has: ['fundamentals', 'search', 'reference'],
    choosesContracts: false,
    symbol: SYMBOL,
    truth,
    open: async () => ({ ...sec((await openFake()).url), nowMs, close: keepOpen }),
  },
  {
    name: 'treasury',
    has: ['rates'],
    choosesContracts: false,
    symbol: SYMBOL,
    truth,
    open: async () => ({ ...treasury((await openFake()).url), nowMs, close: keepOpen }),
  },
]
for (const one of cases) describeProvider(one)

describeHttpProvider({
  name: 'massive',
  secret: KEY,
  open: (stub) => {
    const { questions, ping } = openForTest(stub, NOW)
    return [...questions('KO'), ping]
  },
})
describeHttpProvider({
  name: 'alpaca',
  secret: ALPACA.secretKey,
  kinds: { 403: 'unavailable' },
  open: ({ url }) => {
    const { capabilities, ping } = alpaca(url)
    const { bars, quotes, expirations, chains, search, dividends, splits, clock } = capabilities
    return [
      () => bars?.listDailyBars('KO') ?? keepOpen(),
      () => quotes?.findQuote('KO') ?? keepOpen(),
      () => expirations?.listExpirations('KO') ?? keepOpen(),
      () => chains?.findChain('KO') ?? keepOpen(),
      () => search?.searchSymbols({ text: 'KO', limit: 5 }) ?? keepOpen(),
      () => dividends?.listDividends('KO') ?? keepOpen(),
      () => splits?.listSplits('KO') ?? keepOpen(),
      () => clock?.findStatus?.() ?? keepOpen(),
      ping,
    ]
  },
})
describeHttpProvider({
  name: 'tastytrade',
  secret: TASTYTRADE.refreshToken,
  // The first call of each request is the login.
  kinds: { 401: 'unauthorized', 403: 'unauthorized' },
  open: ({ url }) => {
    const ask = (request: (capabilities: Partial<Capabilities>) => Promise<unknown> | undefined) => () => {
      const provider = tastytrade(url)
      return request(provider.capabilities) ?? provider.ping()
    }
    return [
      ask(({ quotes }) => quotes?.findQuote('KO')),
      ask(({ chains }) => chains?.findChain('KO')),
      ask(({ dividends }) => dividends?.listDividends('KO')),
      ask(({ ivRank }) => ivRank?.findIvRank('KO')),
      ask(() => undefined),
    ]
  },
})
describeHttpProvider({
  name: 'cboe',
  // Neither an unknown symbol nor a block of the address says anything about a plan.
  kinds: { 403: 'not_found', 429: 'rate_limited' },
  refusals: [{ status: 403, body: '<Error>AccessDenied</Error>' }, { status: 404 }],
  open: ({ url }) => {
    const { quotes, bars, chains, ivRank } = cboe(url).capabilities
    return [
      () => quotes?.findQuote('QQ') ?? keepOpen(),
      () => chains?.findChain('QQ') ?? keepOpen(),
      () => bars?.listDailyBars('QQ') ?? keepOpen(),
      () => ivRank?.findIvRank('QQ') ?? keepOpen(),
    ]
  },
})
describeHttpProvider({
  name: 'tradier',
  secret: TOKEN,
  kinds: { 403: 'unavailable' },
  open: ({ url }) => {
    const { capabilities, ping } = tradier(url)
    const { bars, quotes, expirations, chains, search, clock } = capabilities
    return [
      () => bars?.listDailyBars('KO') ?? keepOpen(),
      () => quotes?.findQuote('KO') ?? keepOpen(),
      () => expirations?.listExpirations('KO') ?? keepOpen(),
      () => chains?.findChain('KO') ?? keepOpen(),
      () => search?.searchSymbols({ text: 'KO', limit: 5 }) ?? keepOpen(),
      () => clock?.findStatus?.() ?? keepOpen(),
      ping,
    ]
  },
})
describeHttpProvider({
  name: 'nasdaq',
  kinds: { 403: 'rate_limited' },
  refusals: [{ status: 403, body: '<html>Access Denied</html>' }],
  open: ({ url }) => {
    const { capabilities, ping } = nasdaq(url)
    const { fundamentals, dividends, earnings } = capabilities
    return [
      () => fundamentals?.findFundamentals('KO') ?? keepOpen(),
      () => dividends?.listDividends('KO') ?? keepOpen(),
      () => earnings?.findNextEarnings('KO') ?? keepOpen(),
      ping,
    ]
  },
})
describeHttpProvider({
  name: 'sec',
  kinds: { 403: 'rate_limited' },
  open: ({ url }) => {
    const provider = sec(url)
    return [
      () => provider.capabilities.fundamentals?.findFundamentals('KO') ?? keepOpen(),
      () => provider.capabilities.reference?.findSymbol('QQ') ?? keepOpen(),
      provider.ping,
    ]
  },
})
describeHttpProvider({
  name: 'treasury',
  kinds: { 403: 'unavailable' },
  open: ({ url }) => {
    const provider = treasury(url)
    return [() => provider.capabilities.rates?.findRate(30) ?? keepOpen(), provider.ping]
  },
})
