import '../../testing/matchers.ts'
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals'
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { PanelBoundary, PanelErrorContext } from './panel-boundary.tsx'

// React tells the console of what could not be drawn.
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  jest.restoreAllMocks()
})

let isBroken = true

function Fragile() {
  if (isBroken) throw new Error('network of the part is broken')
  return <p>drawn</p>
}

test('a part that cannot be drawn says so alone, is told of, and may be tried again', async () => {
  const failures: unknown[] = []
  render(
    <MantineProvider env="test">
      <PanelErrorContext value={(error) => failures.push(error)}>
        <p>the rest</p>
        <PanelBoundary name="table">
          <Fragile />
        </PanelBoundary>
      </PanelErrorContext>
    </MantineProvider>,
  )
  expect(screen.getByRole('alert')).toHaveTextContent('The table could not be shown')
  expect(screen.getByText('the rest')).toBeInTheDocument()
  expect(failures).toEqual([new Error('network of the part is broken')])
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(screen.getByText('drawn')).toBeInTheDocument()
})
