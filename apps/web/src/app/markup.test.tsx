import '../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { buildStocks, buildUser, buildView } from '../testing/builders.ts'
import { buildAnswer, coachParts, createCoachServer, openCoach } from '../testing/coach-server.ts'
import { refuse, reply } from '../testing/fake-network.ts'
import { bodies, listForeign, openings, payloads } from '../testing/markup.ts'
import { buildStored, createPortfolioServer } from '../testing/portfolio-server.ts'
import { closeApp, createHealthyNetwork, renderApp } from '../testing/render-app.tsx'

afterEach(closeApp)

/** Each of these stands on the page as text, and made nothing there. */
async function expectText(texts: readonly string[]): Promise<void> {
  const lost = () => texts.filter((text) => !(document.body.textContent ?? '').includes(text))
  await waitFor(() => expect(lost()).toEqual([]))
  expect(listForeign()).toEqual([])
}

/** All of them in few places: each opening before its body. */
const lines = bodies.map((body) => openings.map((opening) => opening + body).join(' '))

test('sixty texts are tried', () => {
  expect(new Set(payloads).size).toBe(60)
  expect(payloads.filter((payload) => !lines.join(' ').includes(payload))).toEqual([])
})

test('names of companies that are markup are names (S19)', async () => {
  const network = createHealthyNetwork()
  const stocks = buildStocks(lines.length).map((stock, index) => ({ ...stock, company_name: lines[index] ?? '' }))
  network.answer('screener.view', () => reply('screener.view', buildView(stocks)))
  renderApp('/screening', { network })
  await screen.findByRole('grid')
  await expectText(payloads)
})

test('so are tickers and notes of positions', async () => {
  const positions = lines.map((text, index) => buildStored({ id: `p${index}`, ticker: text, notes: text }))
  renderApp('/portfolio', { network: createPortfolioServer(positions).network })
  await expectText(payloads)
})

test('a name of a user, and what the server says went wrong', async () => {
  const network = createHealthyNetwork()
  const user = buildUser({ full_name: payloads.join(' '), username: payloads.join(' ') })
  network.answer('auth.me', () => reply('auth.me', user))
  network.answer('screener.view', () => refuse(503, payloads.join(' ')))
  renderApp('/screening', { user, network })
  await expectText(payloads)
})

test('an address of the analysis with markup for a symbol', async () => {
  renderApp(`/analysis?symbol=${encodeURIComponent(payloads.join(' '))}`)
  await screen.findByRole('heading', { level: 1 })
  await expectText([])
})

test('a question from an address, and its answer', async () => {
  const question = payloads.join(' ').slice(0, 2_000)
  const app = await openCoach(`/ai-coach?prompt=${encodeURIComponent(question)}`, createCoachServer())
  const stream = await app.nextStream()
  act(() => stream.finish(buildAnswer(payloads.map((payload) => `It says ${payload}`).join('\n'))))
  await coachParts.log().findByText(question)
  await expectText([question, ...payloads])
})
