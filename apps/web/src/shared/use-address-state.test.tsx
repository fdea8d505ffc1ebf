import '../testing/matchers.ts'
import { expect, test } from '@jest/globals'
import { act, render, screen } from '@testing-library/react'
import { useEffect, useLayoutEffect } from 'react'
import { createMemoryRouter, RouterProvider } from './routing.ts'
import { type AddressForm, useAddressState } from './use-address-state.ts'

const form: AddressForm<number> = {
  read: (search) => ({ state: Number(search.get('n') ?? 0), ignored: [] }),
  write: (n) => new URLSearchParams(n === 0 ? {} : { n: String(n) }),
}

/** Goes on twice as soon as 1 is in view: once before, once after the hook has heard that it is. */
function Probe() {
  const { state, go } = useAddressState(form)
  useLayoutEffect(() => {
    if (state === 1) go((latest) => latest + 10)
  }, [state, go])
  useEffect(() => {
    if (state === 1) go((latest) => latest + 100)
  }, [state, go])
  return (
    <button type="button" onClick={() => go((latest) => latest + 1)}>
      {state}
    </button>
  )
}

function open(entries: string[]) {
  const router = createMemoryRouter([{ path: '/', Component: Probe }], { initialEntries: entries })
  render(<RouterProvider router={router} />)
  return router
}
const click = () => act(async () => screen.getByRole('button').click())

test('a step that is drawn late takes nothing from those taken since', async () => {
  const router = open(['/'])
  await click()
  expect(screen.getByRole('button')).toHaveTextContent('111')
  expect(router.state.location.search).toBe('?n=111')
})

test('Back is where the next step goes on from', async () => {
  const router = open(['/?n=20'])
  await click()
  await act(() => router.navigate(-1))
  expect(screen.getByRole('button')).toHaveTextContent('20')
  await click()
  await click()
  expect(screen.getByRole('button')).toHaveTextContent('22')
})
