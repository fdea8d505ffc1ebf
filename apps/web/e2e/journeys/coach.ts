import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectFocus, tabAndPress, tabTo } from '../harness/keys.ts'
import { expectAddress, expectSoon, readOverflow } from '../harness/look.ts'
import { phone, type Site } from '../harness/site.ts'
import { coachParts, openCoach, waitForAnswers, waitUntilCleared } from '../parts/coach.ts'

const CHAT_CALLS = '**/api/ai-coach/chat'

const countQuestions = (page: Page) => coachParts(page).questions.count()

export function testCoach(site: Site): void {
  describe('coach', () => {
    test('answers quick actions and a question from the data, keeps them, and clears them for good', async () => {
      const page = await openCoach(site)
      const { log, field, button, question } = coachParts(page)
      await button('Top CC Stocks').click()
      await waitForAnswers(page, 1)
      await log
        .getByText(/^Score: \d+$/)
        .first()
        .waitFor()
      await button('Strategy Help').click()
      await waitForAnswers(page, 2)
      await field.fill('Find BRMZ calls with delta between 0.2 and 0.3')
      await page.keyboard.press('Enter')
      await waitForAnswers(page, 3)
      await log.getByRole('table').first().waitFor()
      await button('How I got this').last().click()
      await log.getByText(/^symbol BRMZ · delta min 0\.2 · delta max 0\.3 · 1 row · invented market/).waitFor()
      await page.reload()
      await expectSoon(() => countQuestions(page), 3)
      await waitUntilCleared(page, async () => {
        await button('Clear Chat').click()
        await question.getByRole('button', { name: 'Clear Chat' }).click()
      })
      await page.reload()
      await button('Top CC Stocks').waitFor()
      expect(await countQuestions(page)).toBe(0)
    })

    test('asks a question from a link once; an answer is stopped, repeated and cleared with the keyboard, and fits a phone', async () => {
      const page = await openCoach(site, '?prompt=Explain+delta')
      const { field, button, log, question } = coachParts(page)
      await waitForAnswers(page, 1)
      await expectAddress(page, '/ai-coach')
      await page.reload()
      await expectSoon(() => countQuestions(page), 1)

      await page.route(CHAT_CALLS, () => {})
      await tabTo(page, field)
      await page.keyboard.type('Find BRMZ calls')
      await page.keyboard.press('Enter')
      await button('Stop').waitFor()
      await page.keyboard.press('Escape')
      await button('Ask again').waitFor()
      await page.unroute(CHAT_CALLS)
      await button('Ask again').press('Enter')
      await button('Ask again').waitFor({ state: 'detached' })
      await waitForAnswers(page, 2)
      await log.getByRole('table').first().waitFor()
      await tabTo(page, field)
      await expectFocus(field)
      await waitUntilCleared(page, async () => {
        await tabAndPress(page, button('Clear Chat'), 'Enter')
        await tabAndPress(page, question.getByRole('button', { name: 'Clear Chat' }), 'Enter')
      })

      // On a phone, and with a notice, which does not cover the input.
      await page.setViewportSize(phone)
      await field.fill('Find BRMZ calls with delta between 0.2 and 0.3')
      await page.keyboard.press('Enter')
      await waitForAnswers(page, 1)
      expect(await readOverflow(page)).toBe(0)
      await page.route('**/api/ai-coach/history', (route) =>
        route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '{}' }) : route.fallback(),
      )
      await button('Clear Chat').click()
      await question.getByRole('button', { name: 'Clear Chat' }).click()
      const notice = page.getByRole('alert').filter({ hasText: 'Could not delete the conversation on the server' })
      await notice.getByRole('button', { name: 'Dismiss' }).click({ trial: true })
      const [above, below] = [await notice.boundingBox(), await field.boundingBox()]
      expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
    })
  })
}
