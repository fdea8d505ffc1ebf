import { buildStock, buildViewPage } from '../builders.ts'
import { createDashboardNetwork } from '../dashboard.ts'
import { type Handler, refuse, reply } from '../fake-network.ts'
import { buildChain } from '../option-builders.ts'
import { createPortfolioServer } from '../portfolio-server.ts'
import { screen, within } from '../queries.ts'
import { readSentences } from '../read-texts.ts'
import { createHealthyNetwork, renderApp } from '../render-app.tsx'
import { explainNothing, fillings, type Walk } from './scene.ts'

const screenOf =
  (stocks: readonly ReturnType<typeof buildStock>[], universe = stocks.length): Handler =>
  ({ query }) =>
    reply('screener.view', buildViewPage(stocks, query, { universe_total: universe }))

const afterEarnings = [buildStock({ best_dte: 35, days_to_earnings: 60 })]

export const marketWalks: readonly Walk[] = [
  {
    places: ['layout', 'dashboard'],
    go: async (see) => {
      const network = createDashboardNetwork()
      network.answer('screener.view', screenOf(afterEarnings))
      renderApp('/dashboard', { network })
      await see('layout')
      await see('dashboard')
    },
  },
  {
    places: ['dashboardEmpty'],
    go: async (see) => {
      const { network } = createPortfolioServer()
      network.answer('screener.view', screenOf([]))
      renderApp('/dashboard', { network })
      await see('dashboardEmpty')
    },
  },
  {
    places: ['screenerFailed', 'screenerFailedWithMessage', 'screener'],
    go: async (see) => {
      const network = createHealthyNetwork()
      network.answer('screener.view', explainNothing)
      const { user } = renderApp('/screening', { network })
      const retry = async () => user.click(await screen.findByRole('button', { name: 'Retry' }))
      await see('screenerFailed')
      network.answer('screener.view', () => refuse(500, fillings.message))
      await retry()
      await see('screenerFailedWithMessage')
      network.answer('screener.view', screenOf(afterEarnings))
      await retry()
      await see('screener')
    },
  },
  {
    places: ['screenerNoMatch', 'screenerEmpty'],
    go: async (see) => {
      const network = createHealthyNetwork()
      network.answer('screener.view', screenOf([], 60))
      const { user } = renderApp('/screening?rating=40', { network })
      await see('screenerNoMatch')
      network.answer('screener.view', screenOf([]))
      await user.click(screen.getByRole('button', { name: 'Remove filter Rating 40+' }))
      await see('screenerEmpty')
    },
  },
  {
    places: ['analysis'],
    go: async (see) => {
      const { network } = createPortfolioServer()
      network.answer('screener.view', screenOf([buildStock()]))
      renderApp('/analysis?symbol=QAAA', { network })
      await see('analysis')
    },
  },
  {
    places: ['analysisWithoutVolatility', 'chartFailed', 'chainFailed', 'chainEmpty'],
    go: async (see) => {
      const { network } = createPortfolioServer()
      for (const id of ['options.iv', 'stocks.data', 'options.chain'] as const) network.answer(id, explainNothing)
      const { user } = renderApp('/analysis?symbol=QAAA', { network })
      await see('analysisWithoutVolatility')
      await see('chartFailed', readSentences)
      await see('chainFailed')
      network.answer('options.chain', () => reply('options.chain', buildChain({ options: [] })))
      const chain = within(screen.getByRole('region', { name: 'Options chain' }))
      await user.click(chain.getByRole('button', { name: 'Retry' }))
      await see('chainEmpty')
    },
  },
]
