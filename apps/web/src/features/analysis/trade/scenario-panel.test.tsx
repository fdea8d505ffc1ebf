import '../../../testing/matchers.ts'
import { afterEach, describe, expect, test } from '@jest/globals'
import { act, waitFor } from '@testing-library/react'
import { reply } from '../../../testing/fake-network.ts'
import { closeApp } from '../../../testing/render-app.tsx'
import { createMarket, openPreview } from '../../../testing/trade-preview.tsx'
import { buildValuedChain } from '../../../testing/valued-chain.ts'

afterEach(closeApp)

describe('what if', () => {
  test('supposed by number it stands in the address, and Reset takes it away', async () => {
    const { user, panel, read, press, readSearch } = await openPreview('&strike=110')
    const asItIs = read('Profit or loss')
    const price = panel.getByRole('textbox', { name: 'Price $' })
    await user.clear(price)
    await user.type(price, '104.5')
    await user.tab()
    expect(read('Profit or loss')).not.toBe(asItIs)
    const days = panel.getByRole('textbox', { name: 'Days forward d' })
    await user.clear(days)
    await user.type(days, '35')
    expect(read('Call value, a share')).toBe('0.00')
    await waitFor(() => expect(readSearch()).toBe('/analysis?symbol=QAAA&strike=110&price=104.5&days=35'))
    await press('Reset')
    expect(readSearch()).toBe('/analysis?symbol=QAAA&strike=110')
    expect(read('Profit or loss')).toBe(asItIs)
  })

  test('the address brings it back', async () => {
    const { panel } = await openPreview('&strike=110&price=104.5&days=12&iv=45')
    expect(panel.getByRole('textbox', { name: 'Price $' })).toHaveValue('104.5')
    expect(panel.getByRole('textbox', { name: 'Days forward d' })).toHaveValue('12')
    expect(panel.getByRole('textbox', { name: 'Volatility %' })).toHaveValue('45')
    expect(panel.getByRole('slider', { name: 'Cursor on the diagram' })).toHaveAttribute(
      'aria-valuetext',
      expect.stringMatching(/^At 104\.50: .* in 12 days$/),
    )
  })

  test('on the last day there is no day to move to', async () => {
    const market = createMarket()
    market.answer('options.chain', () =>
      reply('options.chain', buildValuedChain({ days: 0, expiration: '2026-07-10' })),
    )
    const { panel } = await openPreview('&exp=2026-07-10&strike=110', market)
    const slider = panel.getByRole('slider', { name: 'Days forward, slider' })
    expect(slider).toHaveAttribute('aria-valuenow', '0')
    expect(slider.getAttribute('style') ?? '').not.toContain('NaN')
    expect(panel.getByRole('textbox', { name: 'Days forward d' })).toHaveValue('0')
  })

  test('a slider moves by the arrow keys', async () => {
    const { user, panel, readSearch } = await openPreview('&strike=110')
    act(() => panel.getByRole('slider', { name: 'Days forward, slider' }).focus())
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(panel.getByRole('textbox', { name: 'Days forward d' })).toHaveValue('3')
    await waitFor(() => expect(readSearch()).toContain('days=3'))
  })

  test('what is no number is marked and changes nothing', async () => {
    const { user, panel, read } = await openPreview('&strike=110')
    const before = read('Profit or loss')
    const days = panel.getByRole('textbox', { name: 'Days forward d' })
    await user.clear(days)
    await user.type(days, '99')
    expect(days).toHaveAttribute('aria-invalid', 'true')
    await user.tab()
    expect(days).toHaveValue('99')
    expect(days).toHaveAccessibleDescription('Write a number from 0 to 35')
    await user.clear(days)
    await user.tab()
    expect(days).toHaveValue('0')
    expect(read('Profit or loss')).toBe(before)
  })
})
