import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { createAccount } from '../harness/accounts.ts'
import { watchWithAxe } from '../harness/axe.ts'
import { expectFocus, tabAndPress } from '../harness/keys.ts'
import { expectSoon, listSmall, readOverflow } from '../harness/look.ts'
import { phone, type Site } from '../harness/site.ts'
import { buildTerms, goToPortfolio, setPositions } from '../parts/positions.ts'
import { isSigned, startReceiver } from '../parts/receiver.ts'

const parts = (page: Page) => {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
  return {
    button,
    view: (name: string) => button(name).click(),
    form: page.getByRole('dialog', { name: 'Add a rule' }),
    messages: page.getByRole('list', { name: 'Messages' }).getByRole('listitem'),
    unread: page.getByRole('link', { name: /^Alerts ?1 unread alert$/ }),
    status: (text: RegExp) => page.getByRole('status').filter({ hasText: text }),
  }
}

export function testAlerts(site: Site): void {
  describe('alerts', () => {
    test('by mouse: a rule from the portfolio fires, and its message leads to the position', async () => {
      const terms = buildTerms()
      const page = await site.openElsewhere({}, await createAccount(site.url()))
      const axe = watchWithAxe(page)
      const { button, form, messages, unread, view } = parts(page)
      await setPositions(page, site, [terms])
      await goToPortfolio(page, site)
      await page.getByRole('button', { name: 'Actions for BRMZ 445 call' }).click()
      await page.getByRole('menuitem', { name: 'Alert me…' }).click()
      await form.getByLabel('Alert me about').selectOption('days_left')
      expect(await form.getByLabel('Position').inputValue()).toBe(terms.id)
      await form.getByLabel('Days to expiration at most').fill('60')
      await axe.checkWithColors('rule form', form)
      await form.getByRole('button', { name: 'Save' }).click()
      await form.waitFor({ state: 'hidden' })
      await page
        .getByText(/^BRMZ 445 call.*: at most 60 days/)
        .first()
        .waitFor()
      await expectSoon(async () => {
        // The page asks again after half a minute; a new visit asks at once.
        await view('Log')
        await view('Rules')
        return page.getByText(/^True now/).count()
      }, 1)
      await axe.checkWithColors('rules')
      await view('Inbox')
      await messages.getByText('Simulated data: not real prices.').waitFor()
      await page.reload()
      await unread.waitFor()
      await axe.checkWithColors('inbox')
      await messages.getByRole('link').click()
      await page.waitForURL(({ pathname, searchParams }) => {
        return pathname === '/portfolio' && searchParams.get('rolls') === terms.id
      })
      await page.getByRole('link', { name: 'Alerts', exact: true }).click()
      await messages.first().waitFor()
      await expectSoon(() => button(/^Mark as read/).count(), 0)
      await view('Schedule')
      await button('Create the link').click()
      await page.getByText(/\/api\/portfolio\/calendar\/.*\.ics$/).waitFor()
      const feed = await page.request.get((await page.locator('code').textContent()) ?? '')
      expect(await feed.text()).toMatch(/BEGIN:VCALENDAR[\s\S]*BRMZ/)
      await axe.checkWithColors('schedule')
      expect(axe.found).toEqual({})
    })

    test('by keyboard, and on a phone by touch: a webhook is set, tested and removed', async () => {
      const receiver = await startReceiver()
      try {
        const account = await createAccount(site.url())
        const page = await site.openElsewhere({}, account)
        const axe = watchWithAxe(page)
        const { button, status, view } = parts(page)
        await page.goto(`${site.url()}/alerts?view=channels`)
        await page.getByLabel('URL').focus()
        await page.keyboard.type('http://example.com:1:1')
        await page.keyboard.press('Enter')
        await page.getByText(/^The URL is not complete/).waitFor()
        await expectFocus(page.getByLabel('URL'))
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.type(receiver.url)
        await page.keyboard.press('Enter')
        const note = page.getByRole('region', { name: 'Signing secret' })
        await axe.checkWithColors('secret', note)
        const secret = (await note.locator('code').first().textContent()) ?? ''
        await tabAndPress(page, button('I have stored it'), 'Enter')
        const label = `Webhook ${receiver.url}`
        await button(`Test: ${label}`).focus()
        await page.keyboard.press('Enter')
        await status(/^Test sent in \d+ ms\. Your server accepted it\.$/).waitFor()
        expect(receiver.posts.map((post) => isSigned(post, secret))).toEqual([true])
        await axe.checkWithColors('channels')
        await view('Log')
        await page
          .getByRole('list', { name: 'Deliveries' })
          .getByText(/^Sent /)
          .waitFor()
        await axe.checkWithColors('log')
        await view('Channels')
        await tabAndPress(page, button(`Remove: ${label}`), 'Enter')
        await tabAndPress(page, button('Remove'), 'Enter')
        await expectSoon(() => button(`Remove: ${label}`).count(), 0)

        const mobile = await site.openElsewhere({ viewport: phone, hasTouch: true, isMobile: true }, account)
        const phoneAxe = watchWithAxe(mobile)
        const onPhone = parts(mobile)
        await mobile.goto(`${site.url()}/dashboard`)
        await mobile.getByRole('button', { name: /^Open menu/ }).tap()
        await mobile.getByRole('link', { name: /^Alerts/ }).tap()
        await onPhone.button('Channels').tap()
        await mobile.getByLabel('URL').fill(receiver.url)
        await onPhone.button('Add webhook').tap()
        await onPhone.button('I have stored it').tap()
        await onPhone.button(`Test: ${label}`).tap()
        await onPhone.status(/^Test sent in/).waitFor()
        expect(receiver.posts).toHaveLength(2)
        expect(await readOverflow(mobile)).toBe(0)
        expect(await mobile.locator('main').getByRole('button').evaluateAll(listSmall)).toEqual([])
        await phoneAxe.checkWithColors('channels on a phone')
        await onPhone.button(`Remove: ${label}`).tap()
        await onPhone.button('Remove').tap()
        await expectSoon(() => onPhone.button(`Remove: ${label}`).count(), 0)
        expect([axe.found, phoneAxe.found]).toEqual([{}, {}])
      } finally {
        await receiver.stop()
      }
    })
  })
}
