import '../../testing/matchers.ts'
import type { Understood } from '@callwright/contracts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act } from '@testing-library/react'
import { askInPage, buildAnswer, buildCard, coachParts, openCoach as open } from '../../testing/coach-server.ts'
import { screen, within } from '../../testing/queries.ts'
import { closeApp } from '../../testing/render-app.tsx'

const understood: Understood = {
  reading: 'calls',
  label: 'Find calls to sell',
  chips: [
    { slot: 'stock', label: 'Stock', value: 'AAPL', choices: [] },
    { slot: 'delta', label: 'Delta', value: '', choices: [] },
    { slot: 'style', label: 'Style', value: '', choices: ['Conservative', 'Aggressive'] },
  ],
  missed: [],
  carried: false,
  options: [],
}

describe('what was understood', () => {
  afterEach(closeApp)
  const { log } = coachParts

  test('is changed by keyboard in place: the same answer is computed again, and focus returns to the chip', async () => {
    const app = await open()
    const stream = await askInPage(app)
    act(() => stream.finish(buildAnswer('Three calls.', { id: 'a1', understood })))
    const chips = within(await screen.findByRole('group', { name: 'What I understood' }))
    expect(chips.getByText('Understood as: Find calls to sell')).toBeInTheDocument()
    chips.getByRole('button', { name: 'Delta: any' }).focus()
    await app.user.keyboard('{Enter}')
    expect(chips.getByRole('textbox', { name: 'Delta' })).toHaveFocus()
    await app.user.keyboard('0.2 to 0.3{Enter}')
    const again = await app.nextStream(2)
    expect(again.body).toMatchObject({
      message: 'What is delta?',
      correction: {
        reading: 'calls',
        answer_id: 'a1',
        slots: [
          { slot: 'stock', value: 'AAPL' },
          { slot: 'delta', value: '0.2 to 0.3' },
          { slot: 'style', value: '' },
        ],
      },
    })
    act(() => again.finish(buildAnswer('One call.', { id: 'a1', understood })))
    expect(await log().findByText('One call.')).toBeInTheDocument()
    expect(log().queryByText('Three calls.')).toBeNull()
    expect(log().getAllByText('What is delta?')).toHaveLength(1)
    expect(chips.getByRole('button', { name: 'Delta: any' })).toHaveFocus()
  })

  test('closes with Escape, and offers choices as a list', async () => {
    const app = await open()
    const stream = await askInPage(app)
    act(() => stream.finish(buildAnswer('Three calls.', { understood })))
    await app.user.click(await screen.findByRole('button', { name: 'Style: any' }))
    expect(screen.getByRole('combobox', { name: 'Style' })).toHaveDisplayValue('Any')
    await app.user.keyboard('{Escape}')
    expect(screen.queryByRole('combobox', { name: 'Style' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Style: any' })).toHaveFocus()
  })

  test('is chosen among readings, which keep what was typed', async () => {
    const app = await open()
    const stream = await askInPage(app)
    const options = [{ label: 'Price of a stock', reading: 'price', slots: [{ slot: 'stock', value: 'AAPL' }] }]
    const metadata = buildCard({ type: 'clarify', content: { question: 'Which?', choices: ['Price of a stock'] } })
    act(() => stream.finish(buildAnswer('Which?', { metadata, understood: { ...understood, options } })))
    await app.user.click(await screen.findByRole('button', { name: 'Price of a stock' }))
    const again = await app.nextStream(2)
    expect(again.body).toMatchObject({
      message: 'What is delta?',
      correction: { reading: 'price', slots: options[0]?.slots },
    })
  })
})
