import '../../../testing/matchers.ts'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { buildStocks, buildViewPage } from '../../../testing/builders.ts'
import { createGate, refuse, reply } from '../../../testing/fake-network.ts'
import { answerPaged, closeApp, createPagedNetwork, renderApp } from '../../../testing/render-app.tsx'
import { collectSavedFiles, type SavedFile } from '../../../testing/saved-files.ts'

let saved: readonly SavedFile[] = []

beforeEach(() => {
  saved = collectSavedFiles()
})
afterEach(() => {
  jest.restoreAllMocks()
  closeApp()
})

/** All sixty stocks in a file, and little of them on the page. */
function createNetwork() {
  const network = createPagedNetwork()
  network.answer('screener.view', (call) =>
    call.query.get('limit') === '500'
      ? reply('screener.view', buildViewPage(buildStocks(60), call.query))
      : answerPaged(call),
  )
  return network
}

async function openExport(network = createNetwork(), url = '/screening?rating=20') {
  const app = renderApp(url, { network })
  await screen.findByRole('grid')
  await app.user.click(screen.getByRole('button', { name: 'Export' }))
  return app
}

const choose = async (name: string) => screen.findByRole('menuitem', { name })

test('a file holds all stocks of the screen, whatever page is in view', async () => {
  const { user, network } = await openExport()
  await user.click(await choose('CSV, columns in view'))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.name).toBe('callwright-screener-2026-07-10.csv')
  const lines = ((await saved[0]?.text) ?? '').split('\r\n')
  expect(lines.slice(0, 9)).toEqual([
    'Callwright stock screener',
    'As of,"Jul 10, 2026, 16:00 ET"',
    'Data,Recorded market of 10 July 2026',
    'Source,recorded pack',
    'Filters,Rating 20+',
    'Sorted by,"Callwright Rating, highest first"',
    'Stocks,60 of 60',
    '',
    expect.stringMatching(/^Symbol,Company,Callwright Rating \(of 60\),Price \(\$\),.*,Market cap \(\$\)$/),
  ])
  expect(lines.filter((line) => line.startsWith('QA') || line.startsWith('QB') || line.startsWith('QC'))).toHaveLength(
    60,
  )
  const asked = network.callsTo('screener.view').at(-1)?.query
  expect(Object.fromEntries(asked ?? [])).toMatchObject({ limit: '500', offset: '0', min_score: '20' })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await choose('CSV, all columns'))
  await waitFor(() => expect(saved).toHaveLength(2))
  expect((await saved[1]?.text)?.split('\r\n')[8]?.split(',')).toHaveLength(30)
})

test('a long one says how far it is and can be given up; a refusal is told', async () => {
  const network = createNetwork()
  const { user } = await openExport(network)
  const stocks = buildStocks(60)
  const gate = createGate(() =>
    reply('screener.view', buildViewPage(stocks, new URLSearchParams('limit=500&offset=0'))),
  )
  network.answer('screener.view', gate.handler)
  await user.click(await choose('CSV, all columns'))
  expect(await screen.findByText('Reading the stocks…')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByText('Reading the stocks…')).toBeNull())
  gate.open()
  expect(saved).toHaveLength(0)
  network.answer('screener.view', () => refuse(500, 'Our database is away.'))
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await choose('CSV, all columns'))
  expect(await screen.findByText('The file could not be written: Our database is away.')).toBeInTheDocument()
  expect(saved).toHaveLength(0)
})

test('what goes on paper says what it is, there only', async () => {
  jest.spyOn(window, 'print').mockImplementation(() => {
    window.dispatchEvent(new Event('beforeprint'))
  })
  const { user } = await openExport()
  expect(screen.queryByText('Sorted by')).toBeNull()
  await user.click(await choose('Print this page'))
  expect((await screen.findByText('Sorted by')).nextElementSibling).toHaveTextContent(
    'Callwright Rating, highest first',
  )
  expect(screen.getByText('Filters').nextElementSibling).toHaveTextContent('Rating 20+')
  expect(screen.getByText('Data').nextElementSibling).toHaveTextContent('Recorded market of 10 July 2026')
  act(() => {
    window.dispatchEvent(new Event('afterprint'))
  })
  expect(screen.queryByText('Sorted by')).toBeNull()
})
