import { waitFor } from '@testing-library/react'
import { createAdd, createListedMarket, fields, openAddDialog } from '../add-position.tsx'
import { createGate, refuse, reply } from '../fake-network.ts'
import { buildListed, buildPositionList, buildStored, createPortfolioServer } from '../portfolio-server.ts'
import { screen, within } from '../queries.ts'
import { renderApp } from '../render-app.tsx'
import { explainNothing, fillings, type Walk } from './scene.ts'

const unpriced = buildListed(buildStored(), {
  current_price: null,
  current_premium: null,
  delta: null,
  implied_volatility: null,
  premium_is_quote: null,
})

/** A fake server with one position. */
const createServer = () => createPortfolioServer([buildStored()]).network

const findDialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const ADD = 'Add Covered Call Position'

export const portfolioWalks: readonly Walk[] = [
  {
    places: ['portfolioLoading', 'portfolio', 'portfolioEmpty'],
    go: async (see) => {
      const network = createServer()
      const gate = createGate(() => reply('portfolio.list', buildPositionList([unpriced])))
      network.answer('portfolio.list', gate.handler)
      const { user } = renderApp('/portfolio', { network })
      await see('portfolioLoading')
      gate.open()
      await see('portfolio')
      network.answer('portfolio.list', () => reply('portfolio.list', buildPositionList([])))
      await user.click(screen.getByRole('button', { name: 'Refresh' }))
      await see('portfolioEmpty')
    },
  },
  {
    places: ['addDialog', 'addDialogIncomplete', 'addDialogNoExpirations'],
    go: async (see) => {
      const network = createServer()
      network.answer('options.expirations', explainNothing)
      const { user } = renderApp('/portfolio?open=add', { network })
      const dialog = await findDialog(ADD)
      await see('addDialog')
      await user.click(dialog.getByRole('button', { name: 'Add Position' }))
      await see('addDialogIncomplete')
      await user.click(fields.symbol())
      await user.paste('QAAA')
      await see('addDialogNoExpirations')
    },
  },
  {
    places: ['addDialogNoStrikes'],
    go: async (see) => {
      const network = createServer()
      network.answer('options.chain', explainNothing)
      renderApp('/portfolio?add=QAAA&exp=2026-08-14', { network })
      await see('addDialogNoStrikes')
    },
  },
  {
    places: ['addFailed'],
    go: async (see) => {
      const network = createServer()
      network.answer('portfolio.add', () => refuse(400, fillings.detail))
      const address = '/portfolio?add=QAAA&exp=2026-08-14&strike=130&price=120.5&premium=2.05&contracts=2'
      const { user } = renderApp(address, { network })
      const dialog = await findDialog(ADD)
      await user.click(dialog.getByRole('button', { name: 'Add Position' }))
      await see('addFailed')
    },
  },
  {
    places: ['addFailedUnexplained'],
    go: async (see) => {
      const prefill = {
        symbol: 'QAAA',
        expiration: '2026-08-14',
        strike: 130,
        entryPrice: 119,
        premium: 1.1,
        contracts: 2,
      }
      const onAdd = createAdd().mockRejectedValue(new Error(''))
      const dialog = await openAddDialog({ network: createListedMarket(), onAdd, prefill })
      await dialog.press('Add Position')
      await see('addFailedUnexplained')
    },
  },
  {
    places: ['recommendationDialog', 'deleteDialog', 'deleteFailed'],
    go: async (see) => {
      const network = createServer()
      network.answer('portfolio.remove', () => refuse(403, fillings.detail))
      const { user } = renderApp('/portfolio', { network })
      await user.click(await screen.findByRole('button', { name: 'Why Hold for QAAA 130 call' }))
      await see('recommendationDialog')
      await user.keyboard('{Escape}')
      await waitFor(() => {
        if (screen.queryByRole('dialog') !== null) throw new Error('The dialog is still open')
      })
      await user.click(screen.getByRole('button', { name: 'Delete QAAA 130 call' }))
      await see('deleteDialog')
      await user.click((await findDialog('Delete position')).getByRole('button', { name: 'Delete' }))
      await see('deleteFailed')
    },
  },
]
