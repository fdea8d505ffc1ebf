import { render, screen } from '@testing-library/react'
import { LandingPage } from '../../features/landing/landing-page.tsx'
import type { FakeNetwork, Handler } from '../fake-network.ts'
import { readTexts, readWords } from '../read-texts.ts'
import { createHealthyNetwork, renderApp } from '../render-app.tsx'
import { write } from '../write.ts'
import { explainNothing, never, type Scene } from './scene.ts'

const anybody = { hasSession: () => false, openDemo: () => Promise.resolve(null) }

const openLanding = () => render(<LandingPage visitor={anybody} hidesSamples={false} />)

type Fields = Readonly<Record<string, string>>

/** Fills in the form at an address and hands it in. */
async function handIn(url: string, fields: Fields, submit: string, network: FakeNetwork) {
  const { user } = renderApp(url, { user: null, network })
  const button = await screen.findByRole('button', { name: submit })
  for (const [label, text] of Object.entries(fields)) await write(screen.getByLabelText(label), text)
  await user.click(button)
  return readTexts
}

const credentials = { 'Username or Email': 'robin', Password: 'secret1' }
const account = {
  Username: 'robin',
  'Email Address': 'robin@example.test',
  Password: 'secret1',
  'Confirm Password': 'secret1',
}
const mistakes = { Username: 'ab', 'Email Address': 'robin', Password: '12345', 'Confirm Password': '54321' }

const signIn = (fields: Fields, network = createHealthyNetwork()) => handIn('/login', fields, 'Sign in', network)
const register = (fields: Fields, network = createHealthyNetwork()) =>
  handIn('/register', fields, 'Create account', network)

const answering = (id: 'auth.login' | 'auth.register', handler: Handler) => {
  const network = createHealthyNetwork()
  network.answer(id, handler)
  return network
}

export const entryScenes = {
  landing: async () => {
    openLanding()
    return readTexts
  },
  landingClaims: async () => {
    openLanding()
    return readWords
  },
  login: async () => {
    renderApp('/login', { user: null })
    return readTexts
  },
  loginBusy: () => signIn(credentials, answering('auth.login', never)),
  loginEmpty: () => signIn({}),
  loginFailed: () => signIn(credentials, answering('auth.login', explainNothing)),
  register: async () => {
    renderApp('/register', { user: null })
    return readTexts
  },
  registerBusy: () => register(account, answering('auth.register', never)),
  registerEmpty: () => register({}),
  registerWrong: () => register(mistakes),
  registerFailed: () => register(account, answering('auth.register', explainNothing)),
} as const satisfies Readonly<Record<string, Scene>>
