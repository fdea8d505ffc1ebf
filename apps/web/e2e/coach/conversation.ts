import { expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import {
  desktop,
  expectFocus,
  expectSoon,
  phone,
  readAddress,
  type Site,
  tabAndPress,
  tabTo,
} from '../screener/site.ts'
import { readPid } from '../support.ts'
import { watchWithAxe } from '../themes.ts'

const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })
const field = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const questions = (page: Page) => log(page).locator('li[data-role="user"]')

/** Waits until so many questions have been asked and the last is answered. */
async function untilAnswered(page: Page, count: number): Promise<void> {
  await expectSoon(() => questions(page).count(), count)
  await page.locator('textarea:enabled').waitFor()
}

async function openCoach(site: Site, address = '', options: Parameters<Site['openPage']>[0] = {}): Promise<Page> {
  const page = await site.openPage(options)
  await page.goto(`${site.url()}/ai-coach${address}`)
  await log(page).waitFor()
  return page
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Clear the chat?' })

const clear = (page: Page) =>
  untilCleared(page, async () => {
    await page.getByRole('button', { name: 'Clear Chat' }).click()
    await dialog(page).getByRole('button', { name: 'Clear Chat' }).click()
  })

/** The page says at once that it has cleared; the next test has the same user, for whom the server must have done it, too. */
async function untilCleared(page: Page, act: () => Promise<void>): Promise<void> {
  const isClearing = (method: string, url: string) => method === 'DELETE' && url.endsWith('/api/ai-coach/history')
  const [answer] = await Promise.all([
    page.waitForResponse((response) => isClearing(response.request().method(), response.url())),
    act(),
  ])
  expect(answer.ok()).toBe(true)
  await log(page)
    .getByText(/^Chat cleared\. How can I help you/)
    .waitFor()
}

export function testConversation(site: Site): void {
  test('quick actions and a question that follows are answered from the data, kept, and cleared for good', async () => {
    const page = await openCoach(site)
    await page.getByRole('button', { name: 'Top CC Stocks' }).click()
    await untilAnswered(page, 1)
    await log(page)
      .getByText(/^Score: \d+$/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Strategy Help' }).click()
    await untilAnswered(page, 2)
    await field(page).fill('Find BRMZ calls with delta between 0.2 and 0.3')
    await page.keyboard.press('Enter')
    await untilAnswered(page, 3)
    await log(page).getByRole('table').first().waitFor()
    await page.getByRole('button', { name: 'How I got this' }).last().click()
    await log(page)
      .getByText(/symbol BRMZ/)
      .waitFor()
    await page.reload()
    await expectSoon(() => questions(page).count(), 3)
    await clear(page)
    await page.reload()
    await log(page).getByText('review your portfolio').waitFor()
    expect(await questions(page).count()).toBe(0)
  })

  test('a question in the address is sent once', async () => {
    const page = await openCoach(site, '?prompt=Explain+delta')
    await untilAnswered(page, 1)
    await expectSoon(async () => readAddress(page), '/ai-coach')
    await log(page).getByText('From a link').waitFor()
    await page.reload()
    await expectSoon(() => questions(page).count(), 1)
    await clear(page)
  })

  test('an answer is stopped', async () => {
    const page = await openCoach(site)
    await page.route('**/api/ai-coach/chat', () => {})
    await field(page).fill('Explain delta')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Stop' }).click()
    await log(page).getByText('Stopped. Nothing was answered.').waitFor()
    await page.unroute('**/api/ai-coach/chat')
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.getByRole('button', { name: 'Ask again' }).waitFor({ state: 'detached' })
    await untilAnswered(page, 1)
    await clear(page)
  })

  test('by the keyboard alone a question is asked, its table reached and the chat cleared', async () => {
    const page = await openCoach(site)
    await tabTo(page, field(page))
    await page.keyboard.type('Find BRMZ calls')
    await page.keyboard.press('Enter')
    await untilAnswered(page, 1)
    await expectFocus(field(page))
    await untilCleared(page, async () => {
      await tabAndPress(page, page.getByRole('button', { name: 'Clear Chat' }), 'Enter')
      await tabAndPress(page, dialog(page).getByRole('button', { name: 'Clear Chat' }), 'Enter')
    })
  })

  test.each([
    ['1440 px', desktop],
    ['390 px', phone],
  ])('axe finds nothing and nothing leaves the window at %s', async (_name, viewport) => {
    const page = await openCoach(site, '', { viewport })
    const { found, check } = watchWithAxe(page)
    await check('new')
    await page.getByRole('button', { name: 'Top CC Stocks' }).click()
    await untilAnswered(page, 1)
    await field(page).fill('Find BRMZ calls with delta between 0.2 and 0.3')
    await page.keyboard.press('Enter')
    await untilAnswered(page, 2)
    await page.getByRole('button', { name: 'How I got this' }).last().click()
    await check('answered')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page.route('**/api/ai-coach/chat', () => {})
    await field(page).fill('Wait')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await check('waiting')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('button', { name: 'Ask again' }).waitFor()
    await check('stopped')
    await clear(page)
    expect(found).toEqual({})
  })

  test('on a phone a notice covers nothing of what one writes in', async () => {
    const page = await openCoach(site, '', { viewport: phone })
    await page.route('**/api/ai-coach/history', (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 500, body: '{}' }) : route.fallback(),
    )
    await log(page).getByText('review your portfolio').waitFor()
    await page.getByRole('button', { name: 'Clear Chat' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'The server could not be told' })
    await notice.getByRole('button', { name: 'Dismiss' }).click({ trial: true })
    const [above, below] = [await notice.boundingBox(), await field(page).boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0)
  })

  test('without its service there is the apology, and the field takes the next question', async () => {
    const page = await openCoach(site)
    process.kill(readPid(site.stack(), 'coach'), 'SIGKILL')
    await field(page).fill('Explain delta')
    await page.keyboard.press('Enter')
    await log(page)
      .getByText('I apologize, but I encountered an error processing your request. Please try again.')
      .waitFor()
    expect(await field(page).isEnabled()).toBe(true)
  })
}
