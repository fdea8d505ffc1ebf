import '../../testing/matchers.ts'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import {
  askInPage,
  buildAnswer,
  buildMessage,
  coachParts,
  createCoachServer,
  openCoach as open,
} from '../../testing/coach-server.ts'
import { refuse, reply } from '../../testing/fake-network.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp, renderApp } from '../../testing/render-app.tsx'

describe('the conversation', () => {
  afterEach(() => {
    closeApp()
    jest.restoreAllMocks()
  })

  const { field, send, log } = coachParts

  describe('a question', () => {
    test('is sent once if Enter and a click coincide, announces progress, and returns with Arrow Up', async () => {
      const { user, streams, nextStream } = await open()
      // The live region that announces progress must be rendered before the question is sent.
      const [liveRegion] = screen.getAllByRole('status').filter((part) => part.textContent === '')
      await user.type(field(), '{ArrowUp}')
      expect(field()).toHaveValue('')
      await user.click(field())
      await user.paste('What is delta?')
      const button = send()
      await act(async () => {
        field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
        button.click()
      })
      const stream = await nextStream()
      expect(log().getAllByText('What is delta?')).toHaveLength(1)
      expect(streams).toHaveLength(1)
      act(() => stream.tell('tool_start', { call: 'r1', tool: 'find_options' }))
      expect(await screen.findByText('Reading options chain')).toBe(liveRegion)
      act(() => stream.finish(buildAnswer('A slope.')))
      await log().findByText('A slope.')
      await user.type(field(), '{ArrowUp}')
      expect(field()).toHaveValue('What is delta?')
      await user.type(field(), ' And{ArrowUp}')
      expect(field()).toHaveValue('What is delta? And')
    })

    test('stays in the field as a draft while the user visits another page', async () => {
      const { user } = await open()
      await user.click(field())
      await user.paste('Half a thou')
      await user.click(screen.getByRole('link', { name: 'Settings' }))
      await screen.findByRole('heading', { name: 'Settings' })
      await user.click(screen.getByRole('link', { name: 'AI Coach' }))
      await screen.findByRole('log')
      expect(field()).toHaveValue('Half a thou')
    })
  })

  test('Stop and Escape stop an answer, which keeps its text, can be retried, and does not block the next question', async () => {
    const app = await open()
    const first = await askInPage(app)
    await app.user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(await log().findByText('Stopped before an answer.')).toBeInTheDocument()
    expect(first.signal.aborted).toBe(true)
    await app.user.click(screen.getByRole('button', { name: 'Ask again' }))
    const again = await app.nextStream(2)
    expect(again.body.message).toBe('What is delta?')
    expect(log().getAllByText('What is delta?')).toHaveLength(1)
    act(() => again.tell('text', { text: 'Delta is a slope.' }))
    await screen.findByText('Delta is a slope.')
    await app.user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(await log().findByText('Stopped before the answer was complete.')).toBeInTheDocument()
    expect(log().getByText('Delta is a slope.')).toBeInTheDocument()
    expect(log().queryByText('Stopped before an answer.')).toBeNull()
    // Escape works no matter where focus is.
    await app.user.click(screen.getByRole('button', { name: 'Strategy Help' }))
    const helped = await app.nextStream(3)
    await app.user.keyboard('{Escape}')
    const last = await askInPage(app, 'Two')
    expect(helped.signal.aborted).toBe(true)
    act(() => last.finish(buildAnswer('The last.')))
    expect(await log().findByText('The last.')).toBeInTheDocument()
    expect(log().getAllByText('Stopped before an answer.')).toHaveLength(1)
  })

  test('an answer scrolls to its question only if the question is still in view', async () => {
    const scroll = jest.spyOn(HTMLElement.prototype, 'scrollIntoView')
    const place = jest.spyOn(Element.prototype, 'getBoundingClientRect')
    const app = await open()
    const first = await askInPage(app, 'One')
    expect(scroll).toHaveBeenCalledTimes(1)
    act(() => first.finish(buildAnswer('First.')))
    await log().findByText('First.')
    expect(scroll).toHaveBeenCalledTimes(2)
    const second = await askInPage(app, 'Two')
    expect(scroll).toHaveBeenCalledTimes(3)
    place.mockReturnValue({ top: -400, bottom: -360 } as DOMRect)
    act(() => second.finish(buildAnswer('Second.')))
    await log().findByText('Second.')
    expect(scroll).toHaveBeenCalledTimes(3)
  })
})

describe('the history', () => {
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

    test('leave the page usable if they fail to load, and are retried, but not while an answer is pending', async () => {
      const server = createCoachServer()
      server.network.answer('coach.listHistory', () => refuse(500, 'No'))
      const app = await open('/ai-coach', server)
      await screen.findByText('Could not load earlier messages.')
      expect(field()).toBeEnabled()
      const stream = await askInPage(app)
      expect(screen.queryByText('Could not load earlier messages.')).toBeNull()
      act(() => stream.finish(buildAnswer('A slope.')))
      await log().findByText('A slope.')
      expect(screen.getByText('Could not load earlier messages.')).toBeInTheDocument()
      // Clear Chat still asks for confirmation.
      await app.user.click(screen.getByRole('button', { name: 'Clear Chat' }))
      expect(await screen.findByRole('dialog', { name: 'Clear the chat?' })).toBeInTheDocument()
      expect(app.network.callsTo('coach.clearHistory')).toEqual([])
      await app.user.keyboard('{Escape}')
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      server.network.answer('coach.listHistory', () =>
        reply('coach.listHistory', { status: 'success', messages: earlier }),
      )
      await app.user.click(screen.getByRole('button', { name: 'Retry' }))
      expect(await screen.findByText('Delta is a slope.')).toBeInTheDocument()
    })

    test('are shown, with a mark on those sent from a link, and cleared permanently after confirmation', async () => {
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
      network.answer('coach.listHistory', () => refuse(503, 'Away'))
      await user.click(screen.getByRole('link', { name: 'Settings' }))
      await screen.findByRole('heading', { name: 'Settings' })
      await user.click(screen.getByRole('link', { name: 'AI Coach' }))
      expect(await screen.findByText('Could not load earlier messages.')).toBeInTheDocument()
      expect(screen.queryByText('Delta is a slope.')).toBeNull()
    })

    test('are cleared without confirmation if there are none, with a notice if the server fails to clear them', async () => {
      const { user, network } = await open()
      network.answer('coach.clearHistory', () => refuse(503, 'Away'))
      await user.click(screen.getByRole('button', { name: 'Clear Chat' }))
      expect(await log().findByText(/^Chat cleared\./)).toBeInTheDocument()
      await waitFor(() => expect(network.callsTo('coach.clearHistory')).toHaveLength(1))
      expect(await screen.findByText(/Could not delete the conversation on the server/)).toBeInTheDocument()
    })

    test('do not reappear from a late history response after clearing', async () => {
      const server = createCoachServer()
      let arrive = (_: Response) => {}
      server.network.answer('coach.listHistory', () => new Promise((resolve) => (arrive = resolve)))
      const { user } = renderApp('/ai-coach', { network: server.network, speedUp: 1 })
      await user.click(await screen.findByRole('button', { name: 'Clear Chat' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Clear the chat?' }))
      await user.click(dialog.getByRole('button', { name: 'Clear Chat' }))
      expect(await screen.findByText(/^Chat cleared\./)).toBeInTheDocument()
      await act(async () => arrive(reply('coach.listHistory', { status: 'success', messages: earlier })))
      await user.type(field(), 'Now?{Enter}')
      await waitFor(() => expect(server.streams).toHaveLength(1))
      expect(log().queryByText('Delta is a slope.')).toBeNull()
    })

    test('are cleared before the next question is sent', async () => {
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

    test('offer Ask again if the last question has no answer', async () => {
      const server = createCoachServer()
      server.network.answer('coach.listHistory', () =>
        reply('coach.listHistory', { status: 'success', messages: [buildMessage({ from_link: true })] }),
      )
      const { user, nextStream } = await open('/ai-coach', server)
      expect(await log().findByText('The answer to this question was not saved.')).toBeInTheDocument()
      await user.click(log().getByRole('button', { name: 'Ask again' }))
      expect((await nextStream()).body).toEqual({ message: 'What is delta?', from_link: true })
      expect(log().getAllByText('What is delta?')).toHaveLength(1)
      expect(log().queryByText('The answer to this question was not saved.')).toBeNull()
    })
  })
})
