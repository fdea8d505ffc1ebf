import { screen, within } from '@testing-library/react'
import { createAdd, createListedMarket, openAddDialog } from '../add-position.tsx'
import { type Handler, refuse, reply } from '../fake-network.ts'
import { buildListed, buildPositionList, buildStored, createPortfolioServer } from '../portfolio-server.ts'
import { readTexts } from '../read-texts.ts'
import { renderApp } from '../render-app.tsx'
import { explainNothing, fillings, never, type Scene } from './scene.ts'

const unpriced = buildListed(buildStored(), {
  current_price: null,
  current_premium: null,
  delta: null,
  implied_volatility: null,
  premium_is_quote: null,
})

/** The page of one position, with one answer of the server's own. */
function open(search: string, ...answers: [Parameters<typeof reply>[0], Handler][]) {
  const { network } = createPortfolioServer([buildStored()])
  for (const [id, handler] of answers) network.answer(id, handler)
  return renderApp(`/portfolio${search}`, { network })
}

async function read(...terms: Parameters<typeof open>) {
  open(...terms)
  return readTexts
}

/** Presses one button after the other, each where the last one led. */
async function press({ user }: ReturnType<typeof open>, ...names: readonly string[]) {
  for (const name of names) {
    const dialog = screen.queryByRole('dialog')
    const buttons = dialog === null ? screen : within(dialog)
    await user.click(await buttons.findByRole('button', { name }))
  }
  return readTexts
}

const findAddDialog = () => screen.findByRole('dialog', { name: 'Add Covered Call Position' })

const DELETE = 'Delete QAAA 130 call'

export const portfolioScenes = {
  portfolio: () => read('', ['portfolio.list', () => reply('portfolio.list', buildPositionList([unpriced]))]),
  portfolioLoading: () => read('', ['portfolio.list', never]),
  portfolioEmpty: () => read('', ['portfolio.list', () => reply('portfolio.list', buildPositionList([]))]),
  addDialog: () => read('?open=add'),
  addDialogIncomplete: async () => {
    const app = open('?open=add')
    await findAddDialog()
    return press(app, 'Add Position')
  },
  addDialogNoExpirations: () => read('?add=QAAA', ['options.expirations', explainNothing]),
  addDialogNoStrikes: () => read('?add=QAAA&exp=2026-08-14', ['options.chain', explainNothing]),
  addFailed: async () => {
    const app = open('?add=QAAA&exp=2026-08-14&strike=130&price=120.5&premium=2.05&contracts=2', [
      'portfolio.add',
      () => refuse(400, fillings.detail),
    ])
    await findAddDialog()
    return press(app, 'Add Position')
  },
  addFailedUnexplained: async () => {
    const prefill = {
      ticker: 'QAAA',
      expiryDate: '2026-08-14',
      strikePrice: 130,
      entryPrice: 119,
      entryPremium: 1.1,
      contracts: 2,
    }
    const onAdd = createAdd().mockRejectedValue(new Error(''))
    const dialog = await openAddDialog({ network: createListedMarket(), onAdd, prefill })
    await dialog.press('Add Position')
    return readTexts
  },
  deleteDialog: () => press(open(''), DELETE),
  deleteFailed: async () => {
    const app = open('', ['portfolio.remove', () => refuse(403, fillings.detail)])
    await press(app, DELETE)
    await screen.findByRole('dialog', { name: 'Delete position' })
    return press(app, 'Delete')
  },
  recommendationDialog: () => press(open(''), 'Why Hold for QAAA 130 call'),
} as const satisfies Readonly<Record<string, Scene>>
