import '../../../testing/matchers.ts'
import '../../../testing/abort-signals.ts'
import type { ScreenColumn } from '@callwright/contracts/screener-columns'
import { afterEach, expect, test } from '@jest/globals'
import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { essentialColumns } from '../state/screen-state.ts'
import { ColumnChooserPanel } from './column-chooser-panel.tsx'

afterEach(cleanup)

test('shows at once what is chosen, however long the table takes to follow', async () => {
  const user = userEvent.setup()
  const chosen: ScreenColumn[][] = []
  const draw = (columns: readonly ScreenColumn[]) => (
    <MantineProvider env="test">
      <ColumnChooserPanel columns={columns} onChange={(change) => chosen.push([...change(columns)])} />
    </MantineProvider>
  )
  const { rerender } = render(draw(essentialColumns))
  await user.click(screen.getByLabelText(/^Volume/))
  expect(chosen).toEqual([[...essentialColumns, 'volume']])
  expect(screen.getByLabelText(/^Volume/)).toBeChecked()
  rerender(draw([...essentialColumns, 'volume']))
  expect(screen.getByLabelText(/^Volume/)).toBeChecked()
  rerender(draw(essentialColumns))
  expect(screen.getByLabelText(/^Volume/)).not.toBeChecked()
})
