import { buildStock, buildViewPage } from '../builders.ts'
import { createDashboardNetwork } from '../dashboard.ts'
import { type FakeNetwork, type Handler, refuse, reply } from '../fake-network.ts'
import { buildChain } from '../option-builders.ts'
import { createPortfolioServer } from '../portfolio-server.ts'
import { readSentences, readTexts } from '../read-texts.ts'
import { createHealthyNetwork, renderApp } from '../render-app.tsx'
import { explainNothing, fillings, type Scene } from './scene.ts'

type Answer = Parameters<FakeNetwork['answer']>

/** A healthy network but for one answer. */
function change(network: FakeNetwork, ...answer: Answer): FakeNetwork {
  network.answer(...answer)
  return network
}

async function open(url: string, network: FakeNetwork = createHealthyNetwork()) {
  renderApp(url, { network })
  return readTexts
}

const screenOf =
  (stocks: readonly ReturnType<typeof buildStock>[], universe = stocks.length): Handler =>
  ({ query }) =>
    reply('screener.view', buildViewPage(stocks, query, { universe_total: universe }))

const openScreener = (...answer: Answer) => open('/screening', change(createHealthyNetwork(), ...answer))

const openAnalysis = (...answer: Answer) =>
  open('/analysis?symbol=QAAA', change(createPortfolioServer().network, ...answer))

const afterEarnings = [buildStock({ best_dte: 35, days_to_earnings: 60 })]

export const marketScenes = {
  layout: () => open('/dashboard', createDashboardNetwork()),
  dashboard: () => open('/dashboard', change(createDashboardNetwork(), 'screener.view', screenOf(afterEarnings))),
  dashboardEmpty: () => open('/dashboard', change(createPortfolioServer().network, 'screener.view', screenOf([]))),
  screener: () => open('/screening'),
  screenerFailed: () => openScreener('screener.view', explainNothing),
  screenerFailedWithMessage: () => openScreener('screener.view', () => refuse(500, fillings.message)),
  screenerNoMatch: () =>
    open('/screening?rating=40', change(createHealthyNetwork(), 'screener.view', screenOf([], 60))),
  screenerEmpty: () => openScreener('screener.view', screenOf([])),
  analysis: () => openAnalysis('screener.view', screenOf([buildStock()])),
  analysisWithoutVolatility: () => openAnalysis('options.iv', explainNothing),
  chartFailed: async () => {
    await openAnalysis('stocks.data', explainNothing)
    return readSentences
  },
  chainFailed: () => openAnalysis('options.chain', explainNothing),
  chainEmpty: () => openAnalysis('options.chain', () => reply('options.chain', buildChain({ options: [] }))),
} as const satisfies Readonly<Record<string, Scene>>
