import '../../../testing/matchers.ts'
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { notifications } from '@mantine/notifications'
import { act, waitFor } from '@testing-library/react'
import type { Position } from '../../../api/portfolio.ts'
import { buildPosition, buildPositionRow } from '../../../testing/portfolio-builders.ts'
import { screen, within } from '../../../testing/queries.ts'
import { createOptionsNetwork } from '../../../testing/render-options-card.tsx'
import { closePart, renderDialog } from '../../../testing/render-part.tsx'
import type { SaveOutcome } from '../data/position.ts'
import { RemoveDialog } from './portfolio-dialogs.tsx'
import { RecommendationDialog } from './recommendation-dialog.tsx'

describe('the recommendation dialog', () => {
  const onRolls = jest.fn<(id: string) => void>()
  afterEach(closePart)

  async function openDialog(changes: Parameters<typeof buildPositionRow>[0] = {}) {
    const row = buildPositionRow(changes)
    const { user } = await renderDialog(
      (opened, close) => <RecommendationDialog row={opened ? row : null} onClose={close} onRolls={onRolls} />,
      createOptionsNetwork(),
    )
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Recommendation Analysis' })) }
  }

  const getFigure = (dialog: ReturnType<typeof within>, name: string) =>
    dialog.getByRole('button', { name }).closest('dt')?.nextElementSibling

  test('shows the figures, the reason, every rule and the action, and restores focus on close', async () => {
    const { user, dialog } = await openDialog({ quote: { delta: 0.6 } })
    expect(dialog.getByText(/^QAAA, 130 call/)).toHaveTextContent(
      'QAAA, 130 call, Aug 7, 2026Current action:Roll Out & Up',
    )
    expect(getFigure(dialog, 'Delta')).toHaveTextContent('0.600')
    expect(getFigure(dialog, 'Delta')).toHaveAttribute('data-tone', 'bad')
    expect(dialog.getByText('Explanation').nextElementSibling).toHaveTextContent(/^The delta is 0\.600/)
    expect(within(dialog.getByRole('list', { name: 'Rules, in order' })).getAllByRole('listitem')).toHaveLength(5)
    expect(dialog.getByText('Suggested Action').nextElementSibling).toHaveTextContent(/^Look for a later expiration/)
    await user.click(dialog.getByRole('button', { name: 'Compare rolls' }))
    expect(onRolls).toHaveBeenCalledWith('position-1')
    expect(dialog.getByText('A rule applied to your data, not advice.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus())
  })

  test('names the missing figures if the rules cannot be evaluated', async () => {
    const { dialog } = await openDialog({ quote: { delta: null } })
    expect(getFigure(dialog, 'Delta')).toHaveTextContent('N/A')
    expect(dialog.getByText('Explanation').nextElementSibling).toHaveTextContent(/the call's delta/)
  })
})

describe('the deletion dialog', () => {
  const onRemove = jest.fn<(position: Position) => Promise<SaveOutcome>>()
  const onRestore = jest.fn<(position: Position) => Promise<SaveOutcome>>()
  const onRemoved = jest.fn<(position: Position) => void>()
  const position = buildPosition()
  beforeEach(() => {
    for (const act of [onRemove, onRestore]) act.mockReset().mockResolvedValue({ kind: 'saved' })
    onRemoved.mockReset()
  })
  afterEach(() => {
    act(() => notifications.clean())
    closePart()
  })

  async function openDialog() {
    const { user } = await renderDialog(
      (opened, close) => (
        <RemoveDialog
          position={opened ? position : null}
          onRemove={onRemove}
          onRestore={onRestore}
          onRemoved={onRemoved}
          onClose={close}
          returnFocus={() => screen.getByRole('button', { name: 'Open' }).focus()}
        />
      ),
      createOptionsNetwork(),
    )
    return { user, dialog: within(await screen.findByRole('dialog', { name: 'Delete position' })) }
  }

  test('asks once, naming the position, deletes, and restores on Undo', async () => {
    const { user, dialog } = await openDialog()
    expect(dialog.getByText('Are you sure you want to delete this position?')).toBeVisible()
    expect(dialog.getByText(/^QAAA 130 call, .*, 1 contract, entered /)).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    const undo = await screen.findByRole('button', { name: 'Undo' })
    expect(screen.getByText('Deleted QAAA 130 call.')).toBeVisible()
    expect(onRemoved).toHaveBeenCalledWith(position)
    await user.click(undo)
    expect(onRestore).toHaveBeenCalledWith(position)
  })

  test('shows an error and keeps the position if the deletion fails; Cancel deletes nothing', async () => {
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(onRemove).not.toHaveBeenCalled()
    const outcomes: SaveOutcome[] = [
      { kind: 'rejected', detail: 'No', fields: [] },
      { kind: 'failed', detail: 'No' },
    ]
    for (const outcome of outcomes) {
      onRemove.mockResolvedValue(outcome)
      await user.click(screen.getByRole('button', { name: 'Open' }))
      await user.click(await screen.findByRole('button', { name: 'Delete' }))
      expect(await screen.findByText('Failed to delete position. Please try again.')).toBeVisible()
      expect(onRemoved).not.toHaveBeenCalled()
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
      act(() => notifications.clean())
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
  })

  test('focuses Undo after a deletion by keyboard', async () => {
    const { user } = await openDialog()
    await user.keyboard('{Enter}')
    await waitFor(async () => expect(await screen.findByRole('button', { name: 'Undo' })).toHaveFocus())
    await user.keyboard('{Enter}')
    expect(onRestore).toHaveBeenCalledWith(position)
  })

  test('shows an error if the position cannot be restored', async () => {
    onRestore.mockRejectedValue(new Error('full'))
    const { user, dialog } = await openDialog()
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Could not restore QAAA 130 call. Please add it again.')).toBeVisible()
  })
})
