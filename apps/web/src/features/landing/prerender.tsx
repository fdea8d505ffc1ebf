import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { LandingPage } from './landing-page.tsx'
import type { Visitor } from './visitor.ts'

/** Anonymous visitor: the session is known only in the browser. */
const anonymousVisitor: Visitor = { hasSession: () => false, openDemo: () => Promise.resolve(null) }

/** HTML of the page for the static document. */
export const render = (): string =>
  renderToString(
    <StrictMode>
      <LandingPage visitor={anonymousVisitor} hidesSamples={import.meta.env.VITE_HIDE_SAMPLE_CLAIMS === 'true'} />
    </StrictMode>,
  )
