import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, configure, waitFor } from '@testing-library/react'
import {
  askInPage as ask,
  askInPage,
  buildAnswer,
  buildCoachStatus,
  coachParts,
  createCoachServer,
  openCoach as open,
} from '../../testing/coach-server.ts'
import { createDashboardNetwork } from '../../testing/dashboard.ts'
import { refuse, reply } from '../../testing/fake-network.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'
import { listOwnQuestions } from './side.tsx'

afterEach(closeApp)

const { field, send, log } = coachParts
const APOLOGY = 'I apologize, but I encountered an error processing your request. Please try again.'

describe('a new chat', () => {
  test('starts with the server’s welcome message and the quick actions', async () => {
    await open()
    expect(screen.getByRole('heading', { name: 'AI Trading Coach', level: 1 })).toBeInTheDocument()
    expect(await log().findByText('find covered call opportunities')).toBeInTheDocument()
    expect(await screen.findByText('Figures are information, not advice.')).toBeInTheDocument()
    expect(screen.getByText(/^Offline coach: built-in rules/)).toBeInTheDocument()
    expect(field()).toHaveAttribute('placeholder', 'Type your message...')
    expect(send()).toBeDisabled()
    const quick = within(screen.getByRole('group', { name: 'Quick actions' }))
    expect(quick.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Find Options',
      'Top CC Stocks',
      'Analyze Position',
      'Strategy Help',
    ])
    expect(screen.getByRole('button', { name: 'Clear Chat' })).toBeInTheDocument()
    // No data is sent to a provider, so no consent is requested.
    expect(screen.queryByRole('button', { name: 'Send my positions' })).toBeNull()
  })

  test('lists every ability if the server is unreachable', async () => {
    const server = createCoachServer()
    server.network.answer('coach.status', () => refuse(503, 'Away'))
    await open('/ai-coach', server)
    for (const ability of [
      'find covered call opportunities',
      'analyze options chains',
      'explain strategies',
      'review your portfolio',
      'calculate returns and risks',
    ]) {
      expect(log().getByText(ability)).toBeInTheDocument()
    }
  })
})

describe('a question', () => {
  test('is sent by Enter, shows its progress, and gets its answer in the log', async () => {
    const app = await open()
    const stream = await ask(app)
    expect(stream.body).toEqual({ message: 'What is delta?' })
    expect(stream.headers.get('accept')).toBe('text/event-stream')
    expect(field()).toBeDisabled()
    expect(field()).toHaveAttribute('placeholder', 'AI is thinking...')
    expect(field()).toHaveValue('')
    expect(send()).toBeDisabled()
    expect(log().getByText('What is delta?')).toBeInTheDocument()
    act(() => stream.tell('tool_start', { call: 'r1', tool: 'find_options' }))
    expect(await screen.findByText('Reading options chain')).toHaveAttribute('role', 'status')
    act(() => stream.tell('text', { text: 'A delta of 0.3' }))
    expect(await screen.findByText('A delta of 0.3')).toBeInTheDocument()
    expect(log().queryByText('A delta of 0.3')).toBeNull()
    act(() => stream.finish(buildAnswer('A delta of 0.3 moves 30 cents.')))
    expect(await log().findByText('A delta of 0.3 moves 30 cents.')).toBeInTheDocument()
    expect(screen.queryByText('A delta of 0.3')).toBeNull()
    await waitFor(() => expect(field()).toHaveFocus())
    expect(field()).toHaveAttribute('placeholder', 'Type your message...')
    // Times use the 12-hour clock.
    expect(log().getAllByText(/^\d{1,2}:\d\d [AP]M$/)).toHaveLength(2)
  })

  test('is not sent if blank, takes line breaks with Shift+Enter, and shows its length near the limit', async () => {
    const { user, streams, nextStream } = await open()
    await user.type(field(), '{Enter}')
    await user.paste('  \n')
    expect(send()).toBeDisabled()
    await user.type(field(), '{Enter}')
    expect(streams).toEqual([])
    await user.clear(field())
    await user.paste('x'.repeat(1_800))
    expect(screen.getByText('1,800 of 2,000 characters')).toBeInTheDocument()
    await user.paste('x'.repeat(201))
    expect(screen.getByText('Too long by 1 character')).toBeInTheDocument()
    expect(send()).toBeDisabled()
    await user.clear(field())
    await user.type(field(), 'One{Shift>}{Enter}{/Shift}two')
    await user.click(send())
    expect((await nextStream()).body.message).toBe('One\ntwo')
  })

  test('is aborted when the user leaves the page or signs out', async () => {
    const app = await open()
    const stream = await ask(app)
    await app.user.click(screen.getByRole('link', { name: 'Portfolio Tracking' }))
    await screen.findByRole('heading', { name: 'Portfolio Tracking' })
    await waitFor(() => expect(stream.signal.aborted).toBe(true))
    await app.user.click(screen.getByRole('link', { name: 'AI Coach' }))
    await screen.findByRole('log')
    const second = await ask(app, 'What is vega?')
    await app.user.click(screen.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(second.signal.aborted).toBe(true))
  })
})

test('shows the apology after a failure, with Retry and, if known, how long to wait', async () => {
  const server = createCoachServer()
  const app = await open('/ai-coach', server)
  const first = await ask(app)
  act(() => {
    first.tell('error', { code: 'x', detail: APOLOGY, status: 503 })
    first.end()
  })
  expect(await log().findByText(APOLOGY)).toBeInTheDocument()
  expect(log().getAllByText(APOLOGY)).toHaveLength(1)
  expect(field()).toBeEnabled()
  await app.user.click(screen.getByRole('button', { name: 'Retry' }))
  // The second stream ends early.
  const second = await app.nextStream(2)
  act(() => second.end())
  expect(await log().findByText(APOLOGY)).toBeInTheDocument()
  await app.user.click(screen.getByRole('button', { name: 'Retry' }))
  const third = await app.nextStream(3)
  act(() => third.finish(buildAnswer('This time.')))
  expect(await log().findByText('This time.')).toBeInTheDocument()
  expect(log().queryByText(APOLOGY)).toBeNull()
  expect(log().getAllByText('What is delta?')).toHaveLength(1)

  server.network.answer('coach.chat', () => refuse(429, 'You have sent many messages.', { retryAfter: 130 }))
  await app.user.type(field(), 'Hello{Enter}')
  expect(await log().findByText(APOLOGY)).toBeInTheDocument()
  expect(log().getByText('You have sent many messages.')).toBeInTheDocument()
  expect(log().getByText('Try again in 3 min.')).toBeInTheDocument()
  expect(log().getByText('Include this ID if you ask for help: request-7')).toBeInTheDocument()
})

describe('a quick action', () => {
  test('asks its question; Analyze Position asks for a symbol first', async () => {
    const { user, nextStream, streams } = await open()
    for (const [index, [label, question]] of [
      ['Find Options', 'Find AAPL call options with delta between 0.2 and 0.3'],
      ['Top CC Stocks', 'Which stocks have the best covered call scores?'],
      ['Strategy Help', 'Explain the ideal delta range'],
    ].entries()) {
      await user.click(screen.getByRole('button', { name: label ?? '' }))
      const stream = await nextStream(index + 1)
      expect(stream.body.message).toBe(question)
      act(() => stream.finish(buildAnswer(`Answer ${index}.`)))
      await log().findByText(`Answer ${index}.`)
    }
    // No visited page had a symbol, so Analyze Position asks for one.
    const analyze = screen.getByRole('button', { name: 'Analyze Position' })
    await user.click(analyze)
    await user.keyboard('{Escape}')
    await waitFor(() => expect(analyze).toHaveFocus())
    await user.click(analyze)
    expect(streams).toHaveLength(3)
    await user.type(screen.getByRole('textbox', { name: 'Analyze a covered call on which stock?' }), 'QB{Enter}')
    expect((await nextStream(4)).body.message).toBe(
      'Analyze a covered call on QB for a 400 strike with 30 days to expiry',
    )
  })

  test('Analyze Position uses the symbol from the previous page', async () => {
    const server = createCoachServer()
    const { user } = renderApp('/analysis?symbol=QAAA', { network: server.network, speedUp: 1 })
    await user.click(await screen.findByRole('link', { name: 'AI Coach' }))
    await screen.findByRole('log')
    await user.click(screen.getByRole('button', { name: 'Analyze Position' }))
    await waitFor(() => expect(server.streams).toHaveLength(1))
    expect(server.streams[0]?.body).toEqual({
      message: 'Analyze a covered call on QAAA for a 400 strike with 30 days to expiry',
      page: { path: '/analysis', symbol: 'QAAA' },
    })
  })
})

test('suggests questions about calls that need attention first, then about the others', async () => {
  const { user, nextStream } = await open('/ai-coach', createCoachServer(createDashboardNetwork()))
  const [part] = await screen.findAllByRole('region', { name: 'Ask about your positions' })
  if (part === undefined) throw new Error('There are no questions')
  const buttons = await within(part).findAllByRole('button')
  expect(buttons.map(({ textContent }) => textContent)).toEqual([
    'Should I roll my QTOP 130 call?',
    'How is my QWIN 130 call doing?',
    'How is my QLOW 130 call doing?',
  ])
  await user.click(buttons[0] ?? part)
  expect((await nextStream()).body.message).toBe('Should I roll my QTOP 130 call?')
})

test('suggests no question about an expired call', () => {
  const expired = { position: { symbol: 'QOLD', strike: 90 }, state: 'expired' as const }
  const open = { position: { symbol: 'QNEW', strike: 95 }, state: 'open' as const }
  const reasons = [{ id: 'expired' as const, group: 'other' as const, sentence: 'Expired, outcome not recorded.' }]
  const entries = [{ symbol: 'QOLD', strike: 90, reasons }]
  expect(listOwnQuestions({ entries, positions: [expired, open] })).toEqual(['How is my QNEW 95 call doing?'])
})

describe('positions', () => {
  const asking = () => {
    const server = createCoachServer()
    const status = buildCoachStatus({ positions: 'ask', recipient: 'api.example.test' })
    server.network.answer('coach.status', () => reply('coach.status', status))
    return server
  }

  test('are sent only to a provider that the user agreed to; the decision is stored and can be changed', async () => {
    const app = await open('/ai-coach', asking())
    expect(await screen.findByText(/would send them to api\.example\.test/)).toBeInTheDocument()
    await app.user.click(screen.getByRole('button', { name: 'Keep them here' }))
    expect(screen.getByText(/are not sent to api\.example\.test/)).toBeInTheDocument()
    await app.user.click(screen.getByRole('button', { name: 'Change' }))
    const before = await ask(app, 'One')
    expect(before.body).toEqual({ message: 'One' })
    act(() => before.finish(buildAnswer('First.')))
    await log().findByText('First.')
    await app.user.click(screen.getByRole('button', { name: 'Send my positions' }))
    expect(screen.getByText(/may be sent to api\.example\.test/)).toBeInTheDocument()
    await app.user.type(field(), 'Two{Enter}')
    expect((await app.nextStream(2)).body).toEqual({ message: 'Two', share_positions: true })
  })
})

afterEach(() => {
  closeApp()
  configure({ reactStrictMode: false })
})

describe('a question in the URL', () => {
  test('fills the field, is sent once, marked as coming from a link, and is removed from the URL', async () => {
    const { readUrl, streams, nextStream } = await open('/ai-coach?prompt=What+is+theta%3F&x=1')
    await waitFor(() => expect(field()).toHaveValue('What is theta?'))
    expect(streams).toEqual([])
    const stream = await nextStream()
    expect(stream.body).toEqual({ message: 'What is theta?', from_link: true })
    await waitFor(() => expect(readUrl()).toBe('/ai-coach?x=1'))
    expect(log().getByText('From a link')).toBeInTheDocument()
    act(() => stream.finish(buildAnswer('Time.')))
    await log().findByText('Time.')
    expect(streams).toHaveLength(1)
  })

  test('is not sent if blank or too long', async () => {
    const { readUrl, streams } = await open(`/ai-coach?prompt=${'x'.repeat(2_001)}`)
    await waitFor(() => expect(readUrl()).toBe('/ai-coach'))
    expect(field()).toHaveValue('x'.repeat(2_001))
    expect(streams).toEqual([])
  })

  test('is sent once even if effects run twice', async () => {
    configure({ reactStrictMode: true })
    const app = await open('/ai-coach?prompt=What+is+theta%3F')
    const { readUrl, streams, nextStream } = app
    const stream = await nextStream()
    await waitFor(() => expect(readUrl()).toBe('/ai-coach'))
    act(() => stream.finish(buildAnswer('Time.')))
    await log().findByText('Time.')
    expect(log().getAllByText('What is theta?')).toHaveLength(1)
    expect((await askInPage(app, 'And vega?')).body).toEqual({ message: 'And vega?' })
    expect(streams).toHaveLength(2)
  })

  test('is not sent again if the user sends it first', async () => {
    const { user, readUrl, streams, nextStream } = await open('/ai-coach?prompt=What+is+theta%3F')
    await waitFor(() => expect(field()).toHaveValue('What is theta?'))
    await user.type(field(), '{Enter}')
    const stream = await nextStream()
    expect(stream.body).toEqual({ message: 'What is theta?', from_link: true })
    await waitFor(() => expect(readUrl()).toBe('/ai-coach'))
    act(() => stream.finish(buildAnswer('Time.')))
    await log().findByText('Time.')
    expect(field()).toHaveValue('')
    expect(streams).toHaveLength(1)
  })

  test('is not sent automatically if the user edits it', async () => {
    const { user, readUrl, nextStream } = await open('/ai-coach?prompt=What+is+theta%3F')
    await waitFor(() => expect(field()).toHaveValue('What is theta?'))
    await user.type(field(), ' Or vega?')
    await waitFor(() => expect(readUrl()).toBe('/ai-coach'))
    expect(field()).toHaveValue('What is theta? Or vega?')
    await user.keyboard('{Enter}')
    expect((await nextStream()).body).toEqual({ message: 'What is theta? Or vega?' })
  })

  test('keeps the draft in the field', async () => {
    const app = await open()
    await app.user.click(field())
    await app.user.paste('Half a thou')
    await app.user.keyboard('{Control>}k{/Control}')
    const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }))
    await write(palette.getByRole('combobox'), 'no such thing')
    await app.user.keyboard('{Enter}')
    await waitFor(() => expect(field()).toHaveValue('no such thing'))
    const stream = await app.nextStream()
    act(() => stream.finish(buildAnswer('Time.')))
    await log().findByText('Time.')
    expect(field()).toHaveValue('Half a thou')
  })
})
