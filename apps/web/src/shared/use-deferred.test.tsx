import '../testing/abort-signals.ts'
import '../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { MantineProvider } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { Notices } from '../app/notices.tsx'
import { useDeferred } from './use-deferred.ts'

afterEach(() => act(() => notifications.clean()))

let isThere = false
const load = async () => {
  if (!isThere) throw new TypeError('Failed to fetch dynamically imported module')
  return () => <p>The dialog</p>
}

function Opener() {
  const dialog = useDeferred(load)
  const [answer, setAnswer] = useState('')
  const open = async () => setAnswer((await dialog.load()) ? 'open' : 'given up')
  return (
    <>
      <button type="button" onClick={open}>
        Add
      </button>
      <p>{answer}</p>
      {answer === 'open' && dialog.part !== null && <dialog.part />}
    </>
  )
}

async function openMissing() {
  isThere = false
  render(
    <MantineProvider env="test">
      <Opener />
      <Notices />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByText('This part could not be loaded. Check your connection and try again.')
}

test('what could not be loaded is opened by Retry, once its code is there', async () => {
  await openMissing()
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('This part could not be loaded. Check your connection and try again.')
  isThere = true
  await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('The dialog')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull())
})

test('dismissed, it is given up', async () => {
  await openMissing()
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(await screen.findByText('given up')).toBeInTheDocument()
})
