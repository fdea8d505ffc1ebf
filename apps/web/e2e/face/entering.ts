import { describe, expect, test } from '@jest/globals'
import type { Page } from 'playwright-core'
import { listStored } from '../portfolio/positions.ts'
import { expectAddress, readAddress, type Site } from '../screener/site.ts'
import { type Account, createAccount, inventAccount, signIn, waitForHeading } from './accounts.ts'

const guarded = [
  { path: '/dashboard', login: '/login' },
  { path: '/screening?rating=40', login: '/login?next=/screening?rating=40' },
  { path: '/analysis?symbol=BRMZ', login: '/login?next=/analysis?symbol=BRMZ' },
  { path: '/portfolio?sort=strike', login: '/login?next=/portfolio?sort=strike' },
  { path: '/settings#sessions', login: '/login?next=/settings#sessions' },
] as const

const registration = (page: Page) => {
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const fields = {
    username: field('Username'),
    email: field('Email Address'),
    password: field('Password'),
    confirmation: field('Confirm Password'),
  }
  return {
    ...fields,
    submit: page.getByRole('button', { name: 'Create account' }),
    fill: async ({ username, email, password }: Account, confirmation = password) => {
      await fields.username.fill(username)
      await fields.email.fill(email)
      await fields.password.fill(password)
      await fields.confirmation.fill(confirmation)
    },
  }
}

export function testEntering(site: Site): void {
  describe('the ways in', () => {
    test('every page asks for a sign-in, which leads back to it', async () => {
      const page = await site.openSignedOut()
      for (const { path, login } of guarded) {
        await page.goto(`${site.url()}${path}`)
        await waitForHeading(page, 'Sign in')
        expect(readAddress(page)).toBe(login)
      }
      await signIn(page, await createAccount(site))
      await waitForHeading(page, 'Settings')
      expect(new URL(page.url()).hash).toBe('#sessions')
      await page.goto(`${site.url()}/login?next=%2Fportfolio`)
      await waitForHeading(page, 'Portfolio Tracking')
    })

    test('what the registration refuses stands at its field, what was written stays, and the way back is kept', async () => {
      const taken = await createAccount(site)
      const page = await site.openSignedOut()
      await page.goto(`${site.url()}/login?next=%2Fscreening%3Frating%3D40`)
      await page.getByRole('link', { name: 'Create account' }).click()
      const { username, email, submit, fill } = registration(page)
      await submit.click()
      for (const missing of [
        'Username is required',
        'Email is required',
        'Password is required',
        'Please confirm your password',
      ]) {
        await page.getByText(missing, { exact: true }).waitFor()
      }
      await fill({ username: 'ab', email: 'nobody', password: 'short' }, 'other')
      for (const wrong of [
        'Username must be at least 3 characters',
        'Please enter a valid email address',
        'Password must be at least 6 characters',
        'Passwords do not match',
      ]) {
        await page.getByText(wrong, { exact: true }).waitFor()
      }
      const account = inventAccount()
      await fill({ ...account, username: taken.username })
      await submit.click()
      await page.getByRole('alert').waitFor()
      expect(await email.inputValue()).toBe(account.email)
      await username.fill(account.username)
      await submit.click()
      await expectAddress(page, '/screening?rating=40')
      await page.getByText(account.username).first().waitFor()
    })

    test('a wrong password says so, the right one leads to the dashboard, and a logout ends every tab', async () => {
      const { username, email, password } = await createAccount(site)
      const page = await site.openSignedOut()
      await page.goto(`${site.url()}/login`)
      await signIn(page, { username, password: 'not-the-password' })
      await page.getByRole('alert').waitFor()
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
      await signIn(page, { username: email, password })
      await waitForHeading(page, 'Dashboard')
      const tab = await page.context().newPage()
      await tab.goto(`${site.url()}/portfolio`)
      await waitForHeading(tab, 'Portfolio Tracking')
      await page.getByRole('button', { name: 'Logout' }).click()
      for (const each of [page, tab]) await waitForHeading(each, 'Sign in')
    })

    test('the demo is one press away, has positions to look at, and leads to an account of one’s own', async () => {
      const page = await site.openSignedOut()
      await page.goto(`${site.url()}/login`)
      await page.getByRole('button', { name: 'Try the demo' }).click()
      await waitForHeading(page, 'Dashboard')
      await page
        .getByRole('note')
        .filter({ hasText: /^Demo account with example positions/ })
        .waitFor()
      const positions = await listStored(page)
      expect(positions.length).toBeGreaterThanOrEqual(4)
      const total = page
        .getByRole('region', { name: 'Portfolio Overview' })
        .locator('dt', { hasText: 'Total positions' })
      await total
        .locator('+ dd')
        .filter({ hasText: String(positions.length) })
        .waitFor()
      await page.goto(`${site.url()}/settings`)
      await page.getByText('A demo account has no password.').waitFor()
      await page.getByRole('link', { name: 'Create an account to keep your own' }).click()
      const { fill, submit } = registration(page)
      const account = inventAccount()
      await fill(account)
      await submit.click()
      await waitForHeading(page, 'Dashboard')
      await page.getByText('No positions yet').waitFor()
      expect(await page.getByText(/^Demo account/).count()).toBe(0)
    })
  })
}
