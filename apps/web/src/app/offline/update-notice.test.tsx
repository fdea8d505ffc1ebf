import '../../testing/abort-signals.ts'
import '../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { MantineProvider } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { act, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { screen } from '../../testing/queries.ts'
import { followTyping, showUpdate } from './update-notice.tsx'

const reload = jest.fn()
const user = userEvent.setup({ delay: null })

beforeEach(() => {
  reload.mockClear()
  render(
    <MantineProvider env="test">
      <form>
        <input aria-label="Notes" />
      </form>
      <Notifications />
    </MantineProvider>,
  )
})
afterEach(() => act(() => notifications.clean()))
followTyping()

describe('the notice of a new version', () => {
  const show = () => act(() => showUpdate(reload))

  test('reloads only when the user presses Reload, and is shown once', async () => {
    show()
    show()
    expect(screen.getAllByText('A new version is available.')).toHaveLength(1)
    expect(reload).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Reload' }))
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('warns before it discards a form', async () => {
    await user.type(screen.getByLabelText('Notes'), 'rolled twice')
    show()
    await user.click(screen.getByRole('button', { name: 'Reload' }))
    expect(reload).not.toHaveBeenCalled()
    expect(screen.getByText('A form on this page is not saved. Reloading discards it.')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Discard and reload' }))
    expect(reload).toHaveBeenCalledTimes(1)
  })

  test('does not warn of a form that was emptied again', async () => {
    await user.type(screen.getByLabelText('Notes'), 'x')
    await user.clear(screen.getByLabelText('Notes'))
    show()
    await user.click(screen.getByRole('button', { name: 'Reload' }))
    expect(reload).toHaveBeenCalledTimes(1)
  })
})
