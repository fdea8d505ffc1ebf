import '../../testing/matchers.ts'
import { afterEach, describe, expect, jest, test } from '@jest/globals'
import { act, screen, waitFor } from '@testing-library/react'
import { askInPage, buildAnswer, coachParts, createCoachServer, openCoach as open } from '../../testing/coach-server.ts'
import { closeApp } from '../../testing/render-app.tsx'

afterEach(() => {
  closeApp()
  jest.restoreAllMocks()
})

const { field, send, log } = coachParts

describe('a question', () => {
  test('is sent once by Enter and a press of the button at the same time', async () => {
    const { user, streams, nextStream } = await open()
    await user.click(field())
    await user.paste('What is delta?')
    const button = send()
    await act(async () => {
      field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      button.click()
    })
    await nextStream()
    expect(log().getAllByText('What is delta?')).toHaveLength(1)
    expect(streams).toHaveLength(1)
  })

  test('is brought back to the empty field by the arrow up', async () => {
    const app = await open()
    await app.user.type(field(), '{ArrowUp}')
    expect(field()).toHaveValue('')
    const stream = await askInPage(app)
    act(() => stream.finish(buildAnswer('A slope.')))
    await log().findByText('A slope.')
    await app.user.type(field(), '{ArrowUp}')
    expect(field()).toHaveValue('What is delta?')
    await app.user.type(field(), ' And{ArrowUp}')
    expect(field()).toHaveValue('What is delta? And')
  })

  test('that is not sent yet is there again after a look at another page', async () => {
    const { user } = await open()
    await user.click(field())
    await user.paste('Half a thou')
    await user.click(screen.getByRole('link', { name: 'Settings' }))
    await screen.findByRole('heading', { name: 'Settings' })
    await user.click(screen.getByRole('link', { name: 'AI Coach' }))
    await screen.findByRole('log')
    expect(field()).toHaveValue('Half a thou')
  })

  test('ends with the session', async () => {
    const app = await open()
    const stream = await askInPage(app)
    await app.user.click(screen.getByRole('button', { name: 'Logout' }))
    await waitFor(() => expect(stream.signal.aborted).toBe(true))
  })
})

describe('an answer that is stopped', () => {
  test('keeps what it has told, and says that it is not all', async () => {
    const app = await open()
    const stream = await askInPage(app)
    act(() => stream.tell('text', { text: 'Delta is a slope.' }))
    await screen.findByText('Delta is a slope.')
    await app.user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(await log().findByText('Stopped before the answer was complete.')).toBeInTheDocument()
    expect(log().getByText('Delta is a slope.')).toBeInTheDocument()
    expect(log().queryByText('Stopped. Nothing was answered.')).toBeNull()
  })

  test('is stopped by Escape wherever the focus is', async () => {
    const { user, nextStream } = await open()
    await user.click(screen.getByRole('button', { name: 'Strategy Help' }))
    const stream = await nextStream()
    await user.keyboard('{Escape}')
    expect(await log().findByText('Stopped. Nothing was answered.')).toBeInTheDocument()
    expect(stream.signal.aborted).toBe(true)
  })

  test('makes room at once for the next question, whose answer is its own', async () => {
    const app = await open()
    const first = await askInPage(app, 'One')
    await app.user.click(screen.getByRole('button', { name: 'Stop' }))
    const second = await askInPage(app, 'Two')
    expect(first.signal.aborted).toBe(true)
    act(() => second.finish(buildAnswer('The second.')))
    expect(await log().findByText('The second.')).toBeInTheDocument()
    expect(log().getAllByText('Stopped. Nothing was answered.')).toHaveLength(1)
  })
})

test('what the coach does is told by a part that was there before', async () => {
  const app = await open()
  const [teller] = screen.getAllByRole('status').filter((part) => part.textContent === '')
  const stream = await askInPage(app)
  act(() => stream.tell('tool_start', { call: 'r1', tool: 'find_options' }))
  expect(await screen.findByText('Reading options chain')).toBe(teller)
})

test('an answer brings its question up only for who has not scrolled on', async () => {
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

test('the question for a stock that is given up returns the focus', async () => {
  const { user } = await open('/ai-coach', createCoachServer())
  const button = screen.getByRole('button', { name: 'Analyze Position' })
  await user.click(button)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(button).toHaveFocus())
})
