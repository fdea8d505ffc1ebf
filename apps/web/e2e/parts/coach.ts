import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSoon } from '../harness/look.ts'
import type { Site, View } from '../harness/site.ts'

/** Parts of the coach page, found by their visible names. */
export const coachParts = (page: Page) => {
  const log = page.getByRole('log', { name: 'Conversation' })
  return {
    log,
    field: page.getByRole('textbox', { name: 'Message' }),
    questions: log.locator('li[data-role="user"]'),
    button: (name: string) => page.getByRole('button', { name }),
    question: page.getByRole('dialog', { name: 'Clear the chat?' }),
  }
}

/** Opens the coach with an empty history. */
export async function openCoach(site: Site, search = '', view: View = {}): Promise<Page> {
  const page = await site.openPage(view)
  // Any response from this origin will do; this one is small.
  await page.goto(`${site.url()}/api/health`)
  await page.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('token')}` }
    const response = await fetch('/api/ai-coach/history', { method: 'DELETE', headers })
    if (!response.ok) throw new Error(`The history is not cleared: ${response.status}`)
  })
  await page.goto(`${site.url()}/ai-coach${search}`)
  await coachParts(page).log.waitFor()
  return page
}

/** Waits until this many questions have been asked and the last answer is complete. */
export async function waitForAnswers(page: Page, count: number): Promise<void> {
  await expectSoon(() => coachParts(page).questions.count(), count)
  await page.locator('textarea:enabled').waitFor()
}

/** Calls `act` to clear the history, and waits until the server has cleared it too, which the page does not show. */
export async function waitUntilCleared(page: Page, act: () => Promise<void>): Promise<void> {
  const isClearing = (method: string, url: string) => method === 'DELETE' && url.endsWith('/api/ai-coach/history')
  const [answer] = await Promise.all([
    page.waitForResponse((response) => isClearing(response.request().method(), response.url())),
    act(),
  ])
  expect(answer.ok()).toBe(true)
  await expectSoon(() => coachParts(page).questions.count(), 0)
}
