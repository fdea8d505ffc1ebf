import '../../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { buildPositionRow } from '../../../testing/portfolio-builders.ts'
import { createOptionsNetwork } from '../../../testing/render-options-card.tsx'
import { closePart, renderDialog } from '../../../testing/render-part.tsx'
import { RecommendationDialog } from './recommendation-dialog.tsx'

afterEach(closePart)

async function openDialog(changes: Parameters<typeof buildPositionRow>[0] = {}) {
  const row = buildPositionRow(changes)
  const { user } = await renderDialog(
    (opened, close) => <RecommendationDialog row={opened ? row : null} onClose={close} />,
    createOptionsNetwork(),
  )
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Recommendation Analysis' })) }
}

const getFigure = (dialog: ReturnType<typeof within>, name: string) =>
  dialog.getByRole('button', { name }).closest('dt')?.nextElementSibling

test('shows the figures, the reason, every rule and what to do, and gives the focus back', async () => {
  const { user, dialog } = await openDialog({ quote: { delta: 0.6 } })
  expect(dialog.getByText(/^QAAA, 130 call/)).toHaveTextContent(
    'QAAA, 130 call, Aug 7, 2026Current action:Roll Out & Up',
  )
  expect(getFigure(dialog, 'Delta')).toHaveTextContent('0.600')
  expect(getFigure(dialog, 'Delta')).toHaveAttribute('data-tone', 'bad')
  expect(dialog.getByText('Explanation').nextElementSibling).toHaveTextContent(/^The delta is 0\.600/)
  expect(within(dialog.getByRole('list', { name: 'Rules, in order' })).getAllByRole('listitem')).toHaveLength(5)
  expect(dialog.getByText('Suggested Action').nextElementSibling).toHaveTextContent(/^Look for a later expiration/)
  expect(dialog.getByText('A rule applied to your data, not advice.')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus())
})

test('says what is missing where the rules cannot be judged', async () => {
  const { dialog } = await openDialog({ quote: { delta: null } })
  expect(getFigure(dialog, 'Delta')).toHaveTextContent('N/A')
  expect(dialog.getByText('Explanation').nextElementSibling).toHaveTextContent(/the call's delta/)
})
