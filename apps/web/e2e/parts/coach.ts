import { expect } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSoon } from '../harness/look.ts'
import type { Site, View } from '../harness/site.ts'

/** The coach by the names a reader knows its parts by. */
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

/** The coach, with whom the user has not talked yet. */
export async function openCoach(site: Site, search = '', view: View = {}): Promise<Page> {
  const page = await site.openPage(view)
  // Of this origin, and the least there is of it.
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

/** Waits until so many questions have been asked and the last is answered. */
export async function untilAnswered(page: Page, count: number): Promise<void> {
  await expectSoon(() => coachParts(page).questions.count(), count)
  await page.locator('textarea:enabled').waitFor()
}

/** Waits until the server has cleared what the page shows no more. */
export async function untilCleared(page: Page, act: () => Promise<void>): Promise<void> {
  const isClearing = (method: string, url: string) => method === 'DELETE' && url.endsWith('/api/ai-coach/history')
  const [answer] = await Promise.all([
    page.waitForResponse((response) => isClearing(response.request().method(), response.url())),
    act(),
  ])
  expect(answer.ok()).toBe(true)
  await expectSoon(() => coachParts(page).questions.count(), 0)
}
