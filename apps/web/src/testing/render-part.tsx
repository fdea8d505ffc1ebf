import './abort-signals.ts'
import { cleanup, render } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { startSession } from '../api/auth.ts'
import { readUser } from '../api/credentials.ts'
import { createServices, waitFor as pause } from '../api/services.ts'
import { App } from '../app/app.tsx'
import { createStore } from '../app/store.ts'
import { createMemoryRouter } from '../shared/routing.ts'
import { buildUser } from './builders.ts'
import type { FakeNetwork } from './fake-network.ts'
import { screen } from './queries.ts'

let leave = () => {}

/** Call after each test. */
export function closePart(): void {
  cleanup()
  leave()
  leave = () => {}
  window.localStorage.clear()
}

/** Renders part of a page at a URL for a signed-in user. */
export async function renderPart(part: ReactNode, network: FakeNetwork, url: string) {
  const services = createServices({
    fetch: network.fetch,
    clock: { wallMs: () => 1_000_000, monotonicMs: () => 1_000_000 },
    findStorage: () => window.localStorage,
    locks: undefined,
    wait: (ms, signal) => pause(ms / 100, signal),
    random: () => 0.5,
  })
  services.credentials.save({ token: 'token-1', expiresInSeconds: 900, user: readUser(buildUser()) })
  const { store, stopListening } = createStore(services)
  const router = createMemoryRouter([{ path: '*', element: part }], { initialEntries: [url] })
  leave = () => {
    stopListening()
    router.dispose()
  }
  await store.dispatch(startSession())
  const reporting = { production: false, trackingEnabled: false, fetch: network.fetch }
  render(<App store={store} router={router} reporting={reporting} env="test" />)
  return {
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
    readUrl: () => decodeURIComponent(router.state.location.search),
    router,
  }
}

interface OpenerProps {
  readonly draw: (opened: boolean, close: () => void) => ReactNode
}

function Opener({ draw }: OpenerProps) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      {draw(opened, () => setOpened(false))}
    </>
  )
}

/** Renders a dialog together with a button that opens it. */
export async function renderDialog(draw: OpenerProps['draw'], network: FakeNetwork) {
  const app = await renderPart(<Opener draw={draw} />, network, '/portfolio')
  const open = () => app.user.click(screen.getByRole('button', { name: 'Open' }))
  await open()
  return { ...app, open }
}
