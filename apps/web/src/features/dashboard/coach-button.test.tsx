import '../../testing/matchers.ts'
import { afterEach, expect, test } from '@jest/globals'
import { screen } from '@testing-library/react'
import { createHealthyNetwork } from '../../testing/render-app.tsx'
import { closePart, renderPart } from '../../testing/render-part.tsx'
import { CoachButton } from './coach-button.tsx'

afterEach(closePart)

test('leads to the coach', async () => {
  await renderPart(<CoachButton />, createHealthyNetwork(), '/dashboard')
  expect(screen.getByRole('link', { name: 'AI Coach' })).toHaveAttribute('href', '/ai-coach')
})
