import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { expectSoon, type Site } from '../screener/site.ts'
import { createAccount, signIn, waitForHeading } from './accounts.ts'

const parts = (page: Page) => ({
  section: (name: string) => page.getByRole('region', { name, exact: true }),
  choose: (setting: string, value: string) =>
    page.getByRole('group', { name: setting, exact: true }).getByRole('button', { name: value, exact: true }),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
  field: (name: string) => page.getByLabel(name, { exact: true }),
  notice: (text: string) => page.getByRole('alert').filter({ hasText: text }),
})

const rowHeight = async (page: Page, url: string) => {
  await page.goto(`${url}/screening`)
  const row = page.getByRole('grid').locator('tr[data-symbol]').first()
  await row.waitFor()
  return (await row.boundingBox())?.height
}

export function testSettings(site: Site): void {
  const goToSettings = async (page: Page) => {
    await page.goto(`${site.url()}/settings`)
    await waitForHeading(page, 'Settings')
  }

  /** A browser in which somebody has just signed in. */
  const openAs = async (account: Parameters<typeof signIn>[1]) => {
    const page = await site.openSignedOut({ acceptDownloads: true })
    await page.goto(`${site.url()}/login?next=%2Fsettings`)
    await signIn(page, account)
    await waitForHeading(page, 'Settings')
    return page
  }

  describe('settings', () => {
    test('looks are in force at once and on every page, and there before the first paint', async () => {
      const page = await site.openPage({ colorScheme: 'light' })
      await goToSettings(page)
      const { choose } = parts(page)
      await choose('Theme', 'Dark').click()
      await choose('Gain and loss', 'Blue and orange').click()
      await choose('Row height', 'Compact').click()
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
      const gain = () => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--up').trim())
      const blue = await gain()
      expect(await rowHeight(page, site.url())).toBe(28)
      expect(await gain()).toBe(blue)
      await goToSettings(page)
      await choose('Row height', 'Roomy').click()
      await choose('Gain and loss', 'Green and red').click()
      await expectSoon(async () => (await gain()) === blue, false)
      expect(await rowHeight(page, site.url())).toBe(44)
      // What is painted before any code of the application runs.
      await page.route('**/assets/*.js', () => {})
      await page.goto(`${site.url()}/settings`, { waitUntil: 'commit' })
      await page.locator('html[data-mantine-color-scheme=dark]').waitFor({ state: 'attached' })
    })

    test('sessions, password, a copy of all data and the end of the account', async () => {
      const account = await createAccount(site)
      const page = await openAs(account)
      const other = await openAs(account)
      const { section, button, field, notice } = parts(page)
      await page.reload()
      const devices = section('Sessions').getByRole('listitem')
      await button('End all other sessions').click()
      // The third began as the account was made.
      await notice('2 other sessions ended.').waitFor()
      await expectSoon(() => devices.count(), 1)
      await other.goto(`${site.url()}/dashboard`)
      await waitForHeading(other, 'Sign in')

      const password = `${account.password}-new`
      await field('Current password').fill('not-the-password')
      await field('New password').fill(password)
      await field('Confirm new password').fill(password)
      await button('Change password').click()
      await section('Password').getByText('The current password is not right.').first().waitFor()
      expect(await field('Current password').getAttribute('aria-invalid')).toBe('true')
      await field('Current password').fill(account.password)
      await button('Change password').click()
      await notice('Your password is changed.').waitFor()
      await signIn(other, account)
      await other.getByRole('alert').waitFor()

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        section('Your data').getByRole('button', { name: 'Download your data' }).click(),
      ])
      const { account: kept } = JSON.parse(await readFile(await download.path(), 'utf8'))
      expect(kept).toMatchObject({ username: account.username, email: account.email })

      await section('Your data').getByRole('button', { name: 'Delete account' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
      await dialog.getByLabel('Password', { exact: true }).fill(password)
      await dialog.getByLabel(`Type ${account.username} to confirm`).fill(account.username)
      await dialog.getByRole('button', { name: 'Delete account' }).click()
      await waitForHeading(page, 'Sign in')
      await signIn(page, { ...account, password })
      await page.getByRole('form').getByRole('alert').waitFor()
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    })

    test('weights of one’s own are said to be in force, and taken back', async () => {
      const page = await openAs(await createAccount(site))
      const { section, button } = parts(page)
      const own = section('Rating weights').getByText('Your ratings stand under your own weights.')
      const form = page.getByRole('dialog', { name: 'Weights of the rating' })
      await button('Change weights').click()
      await form.getByRole('textbox').first().fill('0')
      await form.getByRole('button', { name: 'Save', exact: true }).click()
      await own.waitFor()
      await page.reload()
      await own.waitFor()
      await button('Change weights').click()
      await form.getByRole('button', { name: 'Reset to the Callwright Rating' }).click()
      await form.getByRole('button', { name: 'Save', exact: true }).click()
      await section('Rating weights').getByText('Your ratings are the Callwright Rating.').waitFor()
    })
  })
}
