import '../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, configure, screen, waitFor, within } from '@testing-library/react'
import { askInPage, buildAnswer, coachParts, openCoach as open } from '../../testing/coach-server.ts'
import { closeApp } from '../../testing/render-app.tsx'
import { write } from '../../testing/write.ts'

afterEach(() => {
  closeApp()
  configure({ reactStrictMode: false })
})

const { field, log } = coachParts

describe('a question in the address', () => {
  test('fills the field, is sent once as one from a link, and leaves the address', async () => {
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

  test('is not sent where it is blank or too long', async () => {
    const { readUrl, streams } = await open(`/ai-coach?prompt=${'x'.repeat(2_001)}`)
    await waitFor(() => expect(readUrl()).toBe('/ai-coach'))
    expect(field()).toHaveValue('x'.repeat(2_001))
    expect(streams).toEqual([])
  })

  test('is sent once where effects run twice, too', async () => {
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

  test('that the reader sends at once is not sent again after its answer', async () => {
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

  test('that the reader changes is theirs to send', async () => {
    const { user, readUrl, nextStream } = await open('/ai-coach?prompt=What+is+theta%3F')
    await waitFor(() => expect(field()).toHaveValue('What is theta?'))
    await user.type(field(), ' Or vega?')
    await waitFor(() => expect(readUrl()).toBe('/ai-coach'))
    expect(field()).toHaveValue('What is theta? Or vega?')
    await user.keyboard('{Enter}')
    expect((await nextStream()).body).toEqual({ message: 'What is theta? Or vega?' })
  })

  test('leaves what stood in the field', async () => {
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
