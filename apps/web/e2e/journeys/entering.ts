import { readFile } from 'node:fs/promises'
import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { createAccount, inventAccount, registration, signIn, signOut } from '../harness/accounts.ts'
import { stepTo, tabAndPress, tabTo } from '../harness/keys.ts'
import { expectAddress, expectSoon, readAddress, waitForHeading } from '../harness/look.ts'
import type { Site } from '../harness/site.ts'
import { portfolioParts } from '../parts/portfolio.ts'
import { listStored } from '../parts/positions.ts'

const readToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'))

const settingsParts = (page: Page) => ({
  section: (name: string) => page.getByRole('region', { name, exact: true }),
  choose: (setting: string, value: string) =>
    page.getByRole('group', { name: setting, exact: true }).getByRole('button', { name: value, exact: true }),
  button: (name: string) => page.getByRole('button', { name, exact: true }),
  field: (name: string) => page.getByLabel(name, { exact: true }),
  notice: (text: string) => page.getByRole('alert').filter({ hasText: text }),
})

/** Gives the page's browser an authenticator that confirms each dialog at once. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
}

export function testEntering(site: Site): void {
  describe('accounts', () => {
    test('the keyboard alone is enough to get from the landing page to a recommendation for a new position', async () => {
      const page = await site.openSignedOut()
      await page.goto(site.url())
      await tabAndPress(page, page.getByRole('link', { name: 'Get Started Free' }), 'Enter')
      await waitForHeading(page, 'Create account')
      const { username, email, password, confirmation } = registration(page)
      const account = inventAccount()
      for (const [field, text] of [
        [username, account.username],
        [email, account.email],
        [password, account.password],
        [confirmation, account.password],
      ] as const) {
        await tabTo(page, field)
        await page.keyboard.type(text)
      }
      await page.keyboard.press('Enter')
      await waitForHeading(page, 'Dashboard')

      await tabAndPress(page, page.getByRole('link', { name: /^Pick a stock/ }), 'Enter')
      await expectAddress(page, '/screening')
      const stock = page.getByRole('grid').getByRole('link').first()
      await stock.waitFor()
      const symbol = (await stock.textContent()) ?? ''
      await tabTo(page, stock)
      await page.keyboard.press('Enter')
      await expectAddress(page, `/analysis?symbol=${symbol}`)

      const add = page.getByRole('region', { name: 'Trade preview' }).getByRole('link', { name: 'Add as position' })
      await add.waitFor()
      // Going backward from the end of the page takes fewer presses than going through the chart and the chain.
      await tabTo(page, add, 'Shift+Tab')
      await page.keyboard.press('Enter')
      const { addForm, grid, why, chart } = portfolioParts(page)
      await addForm.form.getByText(/^Once added/).waitFor()
      await expectAddress(page, '/portfolio')
      await tabAndPress(page, addForm.submit, 'Enter')
      await addForm.form.waitFor({ state: 'hidden' })
      await expectSoon(async () => (await listStored(page)).map(({ ticker: symbol }) => symbol), [symbol])

      await tabTo(page, grid.getByRole('rowheader').first())
      await stepTo(page, grid.getByRole('button', { name: /^Why / }), 'ArrowRight')
      await page.keyboard.press('Enter')
      await why.waitFor()
      await page.keyboard.press('Escape')
      await why.waitFor({ state: 'hidden' })
      expect(await chart.count()).toBe(0)
      await page.keyboard.press('g')
      await page.keyboard.press('d')
      await waitForHeading(page, 'Dashboard')
      await page.getByRole('region', { name: 'Portfolio Overview' }).getByText(symbol).first().waitFor()
    })

    test('a lost password is replaced with the link in an email, which ends the other sessions', async () => {
      const account = await createAccount(site.url())
      const other = await site.openElsewhere({}, account)
      await other.goto(`${site.url()}/dashboard`)
      await waitForHeading(other, 'Dashboard')

      const page = await site.openSignedOut()
      await page.goto(`${site.url()}/login`)
      await page.getByRole('link', { name: 'Forgot password?' }).click()
      // The sign-in page, which stays until this one has loaded, has a field of the same name.
      await waitForHeading(page, 'Reset password')
      await page.getByLabel('Username or Email').fill(account.email)
      await page.keyboard.press('Enter')
      await page.getByText('If there is such an account').waitFor()
      await expectSoon(async () => (await site.listMails(account.email)).length, 1)
      const [mail] = await site.listMails(account.email)
      const [link = ''] = /http\S+reset-password#\S+/.exec(mail?.text ?? '') ?? []

      await page.goto(link)
      await waitForHeading(page, 'Choose a new password')
      const password = `${account.password} 2`
      await page.getByLabel('New Password', { exact: true }).fill(password)
      await page.getByLabel('Confirm Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByText('Your password has been changed').waitFor()
      await page.getByRole('link', { name: 'Back to sign in' }).click()
      await signIn(page, { ...account, password })
      await waitForHeading(page, 'Dashboard')
      await other.reload()
      await waitForHeading(other, 'Sign in')

      await page.goto(link)
      await page.getByLabel('New Password', { exact: true }).fill(password)
      await page.getByLabel('Confirm Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Change password' }).click()
      await page.getByRole('alert').filter({ hasText: 'This link has expired or was already used.' }).waitFor()
    })

    test('a passkey is added in the settings, signs in after the password, and is removed', async () => {
      const account = await createAccount(site.url())
      const page = await site.openElsewhere({}, account)
      await addAuthenticator(page)
      await page.goto(`${site.url()}/settings#second-factor`)
      const { section, button } = settingsParts(page)
      const factors = section('Two-factor sign-in')
      await button('Add a passkey').click()
      await factors.getByLabel('Name').fill('Test phone')
      await factors.getByLabel('Password', { exact: true }).fill(account.password)
      await button('Create passkey').click()
      await factors.getByRole('list', { name: 'Recovery codes' }).waitFor()
      await button('I have saved the codes').click()
      await factors.getByText('Test phone').waitFor()
      await signOut(page)

      await signIn(page, account)
      await waitForHeading(page, 'Confirm your sign-in')
      await button('Use a passkey').click()
      await waitForHeading(page, 'Dashboard')

      await page.goto(`${site.url()}/settings#second-factor`)
      await factors.getByText(/last used/).waitFor()
      await button('Remove Test phone').click()
      await factors.getByLabel('Password', { exact: true }).fill(account.password)
      await button('Turn off').click()
      await factors.getByText('Two-factor sign-in is off.').waitFor()
      await section('Recent activity').getByText('Passkey removed').waitFor()
    })

    test('a link survives registration; signing out signs out every tab, and signing in opens the dashboard', async () => {
      const taken = await createAccount(site.url())
      const page = await site.openSignedOut()
      await page.goto(`${site.url()}/settings#sessions`)
      await waitForHeading(page, 'Sign in')
      expect(readAddress(page)).toBe('/login?next=/settings#sessions')
      await page.getByRole('link', { name: 'Create account' }).click()
      const { username, email, submit, fill } = registration(page)
      const account = inventAccount()
      await fill({ ...account, username: taken.username })
      await submit.click()
      await page.getByRole('alert').waitFor()
      expect(await email.inputValue()).toBe(account.email)
      await username.fill(account.username)
      await submit.click()
      await waitForHeading(page, 'Settings')
      expect(new URL(page.url()).hash).toBe('#sessions')

      const tab = await page.context().newPage()
      await tab.goto(`${site.url()}/portfolio`)
      await waitForHeading(tab, 'Portfolio Tracking')
      await signOut(tab)
      for (const each of [page, tab]) await waitForHeading(each, 'Sign in')
      await signIn(page, { ...account, password: 'not-the-password' })
      await page.getByRole('alert').waitFor()
      expect(await readToken(page)).toBeNull()
      await signIn(tab, { username: account.email, password: account.password })
      await waitForHeading(tab, 'Dashboard')
    })

    test('a demo opens with one click, has sample positions, and can become an account', async () => {
      const page = await site.openSignedOut()
      await page.goto(`${site.url()}/login`)
      await page.getByRole('button', { name: 'Try the demo' }).click()
      await waitForHeading(page, 'Dashboard')
      const notice = page.getByRole('note').filter({ hasText: /^Demo account/ })
      await notice.waitFor()
      const positions = await listStored(page)
      expect(positions.length).toBeGreaterThanOrEqual(4)
      const total = page
        .getByRole('region', { name: 'Portfolio Overview' })
        .locator('dt', { hasText: 'Total positions' })
        .locator('+ dd')
      await total.filter({ hasText: String(positions.length) }).waitFor()
      await page.goto(`${site.url()}/settings`)
      await page.getByRole('link', { name: 'Create an account to keep your positions' }).click()
      const { fill, submit } = registration(page)
      await fill(inventAccount())
      await submit.click()
      await waitForHeading(page, 'Dashboard')
      await page.getByText('No positions yet').waitFor()
      expect(await notice.count()).toBe(0)
    })

    test('theme and colors apply on every page, before any code runs', async () => {
      const page = await site.openPage({ colorScheme: 'light' })
      await page.goto(`${site.url()}/settings`)
      const { choose } = settingsParts(page)
      const readGain = () =>
        page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--gain').trim())
      const green = await readGain()
      await choose('Theme', 'Dark').click()
      const dark = page.locator('html[data-mantine-color-scheme=dark]')
      await dark.waitFor()
      await choose('Gain and loss', 'Blue and orange').click()
      await expectSoon(async () => (await readGain()) === green, false)
      const blue = await readGain()
      // Checks the first paint, before any code of the application runs.
      await page.route('**/assets/*.js', () => {})
      await page.goto(`${site.url()}/screening`, { waitUntil: 'commit' })
      await dark.waitFor({ state: 'attached' })
      await page.unroute('**/assets/*.js')
      await page.goto(`${site.url()}/screening`)
      await waitForHeading(page, 'Stock Screener')
      expect(await readGain()).toBe(blue)
    })

    test('a user ends other sessions, changes the password, downloads the data and deletes the account', async () => {
      const account = await createAccount(site.url())
      const page = await site.openElsewhere({ acceptDownloads: true }, account)
      const other = await site.openElsewhere({}, account)
      await page.goto(`${site.url()}/settings`)
      const { section, button, field, notice } = settingsParts(page)
      const devices = section('Sessions').getByRole('listitem')
      await button('End all other sessions').click()
      // The third session is the one from registration.
      await notice('2 other sessions ended.').waitFor()
      await expectSoon(() => devices.count(), 1)
      await other.goto(`${site.url()}/dashboard`)
      await waitForHeading(other, 'Sign in')

      const password = `${account.password}-new`
      await field('Current password').fill('not-the-password')
      await field('New password').fill(password)
      await field('Confirm new password').fill(password)
      await button('Change password').click()
      await expectSoon(() => field('Current password').getAttribute('aria-invalid'), 'true')
      await field('Current password').fill(account.password)
      await button('Change password').click()
      await notice('Your password has been changed.').waitFor()
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
      expect(await readToken(page)).toBeNull()
    })
  })
}
