import '../../../testing/matchers.ts'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { buildQuote } from '../../../testing/bar-builders.ts'
import { refuse, reply } from '../../../testing/fake-network.ts'
import { buildChain, buildExpiration, buildExpirations } from '../../../testing/option-builders.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../../../testing/render-app.tsx'

const { matchMedia } = window

beforeEach(() => {
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: query.includes('max-width') })
})
afterEach(() => {
  window.matchMedia = matchMedia
  closeApp()
})

function createMarket() {
  const network = createHealthyNetwork()
  network.answer('stocks.quote', () => reply('stocks.quote', buildQuote()))
  network.answer('options.expirations', () => reply('options.expirations', buildExpirations([buildExpiration()])))
  network.answer('options.chain', () => reply('options.chain', buildChain()))
  return network
}

const findBar = async () => within(await screen.findByRole('region', { name: 'Chosen call' }))

test('the bar names the chosen call, and its preview comes from below', async () => {
  const { user } = renderApp('/analysis?symbol=QAAA', { network: createMarket() })
  const bar = await findBar()
  expect(await bar.findByText('Aug 14, 130 call')).toBeInTheDocument()
  expect(bar.getByText('$120 credit, 11.5% a year')).toBeInTheDocument()
  expect(screen.queryByRole('region', { name: 'Trade preview' })).toBeNull()
  await user.click(bar.getByRole('button', { name: 'Preview' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Trade preview' }))
  expect(await sheet.findByRole('heading', { name: 'Sell 1 QAAA Aug 14, 130 call' })).toBeInTheDocument()
  await user.click(sheet.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what is chosen in the preview stays, whether Back closes it or its button', async () => {
  const { user, goBack, readUrl } = renderApp('/analysis?symbol=QAAA', { network: createMarket() })
  const addContract = async () => {
    await user.click((await findBar()).getByRole('button', { name: 'Preview' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Trade preview' }))
    await user.click(await sheet.findByRole('button', { name: /^More contracts/ }))
    return sheet
  }
  await addContract()
  await waitFor(() => expect(readUrl()).toContain('contracts=2'))
  await goBack()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(readUrl()).toContain('contracts=2')
  const sheet = await addContract()
  await waitFor(() => expect(readUrl()).toContain('contracts=3'))
  await user.click(sheet.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(readUrl()).toContain('contracts=3')
})

test('without calls it says that there is none', async () => {
  const network = createMarket()
  network.answer('options.chain', () => refuse(502, 'The source does not answer.'))
  renderApp('/analysis?symbol=QAAA', { network })
  expect(await (await findBar()).findByText('No call to preview')).toBeInTheDocument()
})
