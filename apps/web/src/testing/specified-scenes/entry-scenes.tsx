import { render } from '@testing-library/react'
import { LandingPage } from '../../features/landing/landing-page.tsx'
import { screen } from '../queries.ts'
import { readWords } from '../read-texts.ts'
import { renderApp } from '../render-app.tsx'
import { write } from '../write.ts'
import { explainNothing, never, type Walk } from './scene.ts'

const signedOut = { hasSession: () => false, openDemo: () => Promise.resolve(null) }

/** Opens a page with an empty form. */
async function openForm(url: string, submit: string) {
  const { user, network } = renderApp(url, { user: null })
  const button = await screen.findByRole('button', { name: submit })
  return {
    network,
    fill: async (fields: Readonly<Record<string, string>>) => {
      for (const [label, text] of Object.entries(fields)) await write(screen.getByLabelText(label), text)
    },
    handIn: () => user.click(button),
  }
}

const credentials = { 'Username or Email': 'robin', Password: 'secret1' }
const account = {
  Username: 'robin',
  'Email Address': 'robin@example.test',
  Password: 'secret1',
  'Confirm Password': 'secret1',
}
const mistakes = { Username: 'ab', 'Email Address': 'robin', Password: '12345', 'Confirm Password': '54321' }

export const entryWalks: readonly Walk[] = [
  {
    places: ['landing', 'landingClaims'],
    go: async (see) => {
      render(<LandingPage visitor={signedOut} hidesSamples={false} />)
      await see('landing')
      await see('landingClaims', readWords)
    },
  },
  {
    places: ['login', 'loginEmpty', 'loginFailed', 'loginBusy'],
    go: async (see) => {
      const { network, fill, handIn } = await openForm('/login', 'Sign in')
      await see('login')
      await handIn()
      await see('loginEmpty')
      await fill(credentials)
      network.answer('auth.login', explainNothing)
      await handIn()
      await see('loginFailed')
      network.answer('auth.login', never)
      await handIn()
      await see('loginBusy')
    },
  },
  {
    places: ['register', 'registerEmpty', 'registerWrong', 'registerFailed', 'registerBusy'],
    go: async (see) => {
      const { network, fill, handIn } = await openForm('/register', 'Create account')
      await see('register')
      await handIn()
      await see('registerEmpty')
      await fill(mistakes)
      await handIn()
      await see('registerWrong')
      await fill(account)
      network.answer('auth.register', explainNothing)
      await handIn()
      await see('registerFailed')
      network.answer('auth.register', never)
      await handIn()
      await see('registerBusy')
    },
  },
]
