import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, screen, waitFor, within } from '@testing-library/react'
import {
  askInPage,
  buildAnswer,
  buildMessage,
  coachParts,
  createCoachServer,
  openCoach as open,
} from '../../testing/coach-server.ts'
import { refuse, reply } from '../../testing/fake-network.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'

afterEach(closeApp)

const { field, log } = coachParts

describe('earlier messages', () => {
  const earlier = [
    buildMessage({ from_link: true }),
    buildMessage({ id: 'message-2', role: 'assistant', content: 'Delta is a slope.' }),
  ]
  const withHistory = () => {
    const server = createCoachServer()
    server.network.answer('coach.listHistory', () =>
      reply('coach.listHistory', { status: 'success', messages: earlier }),
    )
    return server
  }

  test('that cannot be had leave the page usable, and are asked for again', async () => {
    const server = createCoachServer()
    server.network.answer('coach.listHistory', () => refuse(500, 'No'))
    const { user } = await open('/ai-coach', server)
    expect(await screen.findByText('Earlier messages could not be loaded.')).toBeInTheDocument()
    expect(field()).toBeEnabled()
    server.network.answer('coach.listHistory', () =>
      reply('coach.listHistory', { status: 'success', messages: earlier }),
    )
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Delta is a slope.')).toBeInTheDocument()
  })

  test('are there, say which came from a link, and are cleared after a question, here and on the server', async () => {
    const { user, network } = await open('/ai-coach', withHistory())
    await log().findByText('Delta is a slope.')
    expect(log().getByText('From a link')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Clear Chat' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Clear the chat?' }))
    expect(network.callsTo('coach.clearHistory')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Clear Chat' }))
    expect(
      await log().findByText('Chat cleared. How can I help you with your covered call trading today?'),
    ).toBeInTheDocument()
    expect(log().getAllByRole('listitem')).toHaveLength(1)
    await waitFor(() => expect(network.callsTo('coach.clearHistory')).toHaveLength(1))
  })

  test('without any, are cleared without a question, and spoken of where the server keeps them all the same', async () => {
    const { user, network } = await open()
    network.answer('coach.clearHistory', () => refuse(503, 'Away'))
    await user.click(screen.getByRole('button', { name: 'Clear Chat' }))
    expect(await log().findByText(/^Chat cleared\./)).toBeInTheDocument()
    await waitFor(() => expect(network.callsTo('coach.clearHistory')).toHaveLength(1))
    expect(await screen.findByText(/could not be told to forget/)).toBeInTheDocument()
  })

  test('are not asked for again under an answer on its way', async () => {
    const server = createCoachServer()
    server.network.answer('coach.listHistory', () => refuse(500, 'No'))
    const app = await open('/ai-coach', server)
    await screen.findByText('Earlier messages could not be loaded.')
    const stream = await askInPage(app)
    expect(screen.queryByText('Earlier messages could not be loaded.')).toBeNull()
    act(() => stream.finish(buildAnswer('A slope.')))
    await log().findByText('A slope.')
    expect(screen.getByText('Earlier messages could not be loaded.')).toBeInTheDocument()
    // Nor are they cleared unasked.
    await app.user.click(screen.getByRole('button', { name: 'Clear Chat' }))
    expect(await screen.findByRole('dialog', { name: 'Clear the chat?' })).toBeInTheDocument()
    expect(app.network.callsTo('coach.clearHistory')).toEqual([])
  })

  test('that were cleared do not come back by an answer that was on its way', async () => {
    const server = createCoachServer()
    let arrive = (_: Response) => {}
    server.network.answer('coach.listHistory', () => new Promise((resolve) => (arrive = resolve)))
    const { user } = renderApp('/ai-coach', { network: server.network, haste: 1 })
    await user.click(await screen.findByRole('button', { name: 'Clear Chat' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Clear the chat?' }))
    await user.click(dialog.getByRole('button', { name: 'Clear Chat' }))
    expect(await screen.findByText(/^Chat cleared\./)).toBeInTheDocument()
    await act(async () => arrive(reply('coach.listHistory', { status: 'success', messages: earlier })))
    await user.type(field(), 'Now?{Enter}')
    await waitFor(() => expect(server.streams).toHaveLength(1))
    expect(log().queryByText('Delta is a slope.')).toBeNull()
  })

  test('that were cleared do not come back with the page', async () => {
    const server = withHistory()
    const { user, network } = await open('/ai-coach', server)
    await log().findByText('Delta is a slope.')
    await user.click(screen.getByRole('button', { name: 'Clear Chat' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Clear the chat?' }))
    await user.click(dialog.getByRole('button', { name: 'Clear Chat' }))
    await waitFor(() => expect(network.callsTo('coach.clearHistory')).toHaveLength(1))
    network.answer('coach.listHistory', () => refuse(503, 'Away'))
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await screen.findByRole('heading', { name: 'Settings' })
    await user.click(screen.getByRole('link', { name: 'AI Coach' }))
    expect(await screen.findByText('Earlier messages could not be loaded.')).toBeInTheDocument()
    expect(screen.queryByText('Delta is a slope.')).toBeNull()
  })

  test('let the question after a clearing wait for it', async () => {
    const server = withHistory()
    let finish = (_: Response) => {}
    server.network.answer('coach.clearHistory', () => new Promise((resolve) => (finish = resolve)))
    const { user, nextStream, streams, network } = await open('/ai-coach', server)
    await log().findByText('Delta is a slope.')
    await user.click(screen.getByRole('button', { name: 'Clear Chat' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Clear the chat?' }))
    await user.click(dialog.getByRole('button', { name: 'Clear Chat' }))
    await waitFor(() => expect(network.callsTo('coach.clearHistory')).toHaveLength(1))
    await user.click(field())
    await user.paste('What is theta?')
    await user.keyboard('{Enter}')
    expect(log().getByText('What is theta?')).toBeInTheDocument()
    expect(streams).toEqual([])
    await act(async () => finish(reply('coach.clearHistory', { status: 'success', messages: 2 })))
    expect((await nextStream()).body.message).toBe('What is theta?')
  })

  test('whose last has no answer offer to ask it again', async () => {
    const server = createCoachServer()
    server.network.answer('coach.listHistory', () =>
      reply('coach.listHistory', { status: 'success', messages: [buildMessage({ from_link: true })] }),
    )
    const { user, nextStream } = await open('/ai-coach', server)
    expect(await log().findByText('No answer to this question was kept.')).toBeInTheDocument()
    await user.click(log().getByRole('button', { name: 'Ask again' }))
    expect((await nextStream()).body).toEqual({ message: 'What is delta?', from_link: true })
    expect(log().getAllByText('What is delta?')).toHaveLength(1)
    expect(log().queryByText('No answer to this question was kept.')).toBeNull()
  })
})
